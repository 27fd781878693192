"""Points as other libraries keep them, told by what their objects have: no library is imported for it.

Structured arrays (PDAL), laspy, Open3D, trimesh, PyVista, tables whose columns name coordinates (pandas), GeoPandas, and whatever has
__geo_interface__.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from arete import _arete
from arete._errors import Error, warn

_AXES = ("x", "y", "z")
_MOST_DEGREES = (360, 90)


class Gathered(NamedTuple):
    """Coordinates, and what else is known of the points."""

    points: Any
    columns: dict[str, Any] = {}
    crs: str = ""


def gathered(points: Any) -> Gathered | None:
    """None for what is an array, or becomes one by NumPy's own ways."""
    if isinstance(points, (list, tuple)) and points and all(_is_structured(each) for each in points):
        points = np.concatenate(points)
    if _is_structured(points):
        return _of_fields({name: points[name] for name in points.dtype.names}, "fields")
    if isinstance(points, (np.ndarray, np.generic, list, tuple)):
        return None
    if hasattr(points, "point_format") and hasattr(points, "x"):
        return _of_laspy(points)
    if hasattr(points, "geom_type") and hasattr(points, "geometry"):
        return _of_geometries(points)
    if hasattr(points, "columns") and hasattr(points, "__getitem__") and hasattr(points, "__len__"):
        return _of_table(points)
    return _of_mesh(points)


def _of_mesh(points: Any) -> Gathered | None:
    if hasattr(points, "point") and hasattr(getattr(points.point, "positions", None), "numpy"):  # Open3D's tensors
        return Gathered(points.point.positions.cpu().numpy())
    if hasattr(points, "has_points") and hasattr(points, "normals"):
        return _of_open3d(points)
    for name in ("vertices", "points"):  # trimesh; PyVista, meshio
        if hasattr(points, name) and not callable(getattr(points, name)) and not hasattr(points, "__array__"):
            return Gathered(np.asarray(getattr(points, name)))
    if hasattr(points, "arrays") and hasattr(points, "execute"):  # a pipeline of PDAL, when it has run
        return gathered(list(points.arrays))
    if hasattr(points, "__geo_interface__"):
        return _of_geojson(points.__geo_interface__)
    return None


def _is_structured(points: Any) -> bool:
    return isinstance(points, np.ndarray) and points.dtype.names is not None


def _axes_of(names: Iterable[Any]) -> tuple[list[Any], bool]:
    """The columns that are coordinates by their names, as in files, x first; none where no two of them are. And whether the names say degrees."""
    given = list(names)
    columns, are_degrees = _arete.named_place([str(name) for name in given])
    return [given[column] for column in columns], are_degrees


def _crs_of_degrees(axes: list[Any], places: np.ndarray) -> str:
    """WGS 84, where the values may be longitude and latitude."""
    if not all(np.all(np.abs(places[:, k]) <= most) for k, most in enumerate(_MOST_DEGREES)):
        return ""
    warn([f"Columns '{axes[0]}' and '{axes[1]}' are taken as longitude and latitude in the system WGS 84; crs= gives another one."])
    return "EPSG:4326"


def _of_fields(fields: Mapping[Any, Any], what: str) -> Gathered:
    axes, are_degrees = _axes_of(fields)
    if not axes:
        names = ", ".join(map(str, fields))
        raise Error("cannot take these points", "points", f"none of its {what} ({names}) are coordinates", "name them x and y, or give an array", "bad_input")
    if "X" in axes and all(np.asarray(fields[axis]).dtype.kind in "iu" for axis in axes) and {"classification", "raw_classification"} & set(fields):
        reason = "they are the numbers of a LAS file without scale and offset"
        raise Error("cannot take these points", "points", reason, "give laspy's object", "bad_input")
    columns = {str(name): values for name, values in fields.items() if name not in axes}
    places = _rows([np.asarray(fields[axis]) for axis in axes]).T
    return Gathered(places, _numeric(columns), _crs_of_degrees(axes, places) if are_degrees else "")


def _rows(values: list[Any]) -> np.ndarray:
    if not values:
        raise Error("cannot take these points", "points", "there is no point in it", "give at least one", "bad_input")
    least = min(len(each) for each in values) if np.ndim(values[0]) == 1 else None
    return np.array([each[:least] for each in values])


def _numeric(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Those with a number for each point."""
    arrays = {name: np.asarray(values) for name, values in columns.items()}
    return {name: array for name, array in arrays.items() if array.ndim == 1 and array.dtype.kind in "biuf"}


def _of_laspy(points: Any) -> Gathered:
    names = [name for name in points.point_format.dimension_names if name not in ("X", "Y", "Z")]
    columns = {name: np.asarray(points[name]) for name in names}
    header = getattr(points, "header", None)
    crs = header.parse_crs() if hasattr(header, "parse_crs") else None
    return Gathered(np.column_stack([np.asarray(getattr(points, axis)) for axis in _AXES]), _numeric(columns), _text_of(crs))


def _text_of(crs: Any) -> str:
    """A coordinate system of pyproj in words that PROJ understands."""
    if crs is None:
        return ""
    number = crs.to_epsg() if hasattr(crs, "to_epsg") else None
    return f"EPSG:{number}" if number else str(crs.to_wkt()) if hasattr(crs, "to_wkt") else str(crs)


def _of_open3d(points: Any) -> Gathered:
    columns = {}
    for name, parts in (("colors", ("red", "green", "blue")), ("normals", ("nx", "ny", "nz"))):
        values = np.asarray(getattr(points, name))
        if len(values):
            columns.update({part: values[:, k] for k, part in enumerate(parts)})
    return Gathered(np.asarray(points.points), columns)


def _of_table(table: Any) -> Gathered | None:
    """A table whose columns are named; any other is an array of all its columns."""
    names = list(table.columns)
    return _of_fields({name: table[name] for name in names}, "columns") if _axes_of(names)[0] else None


def _of_geometries(points: Any) -> Gathered:
    geometry = points.geometry
    crs = _text_of(getattr(points, "crs", None))
    if not all(kind == "Point" for kind in geometry.geom_type):
        return _of_geojson(geometry.__geo_interface__)._replace(crs=crs)
    axes = [geometry.x, geometry.y] + ([geometry.z] if bool(np.all(geometry.has_z)) else [])
    names = [name for name in getattr(points, "columns", []) if points[name].dtype != geometry.dtype]
    return Gathered(np.column_stack(axes), _numeric({str(name): points[name] for name in names}), crs)


def _of_geojson(geo: Any) -> Gathered:
    """Lines are tracks, as in files."""
    lines = list(_lines(geo))
    places = [place for line in lines for place in line] or list(_positions(geo))
    columns = {"track": np.repeat(np.arange(1, len(lines) + 1), [len(line) for line in lines])} if lines else {}
    return Gathered(_rows(places), columns)


def _lines(geo: Any) -> Iterator[Any]:
    """The positions of each line of GeoJSON's objects; nothing where anything else is among them."""
    kinds = {"LineString": lambda each: [each], "MultiLineString": list}
    geometries = list(_geometries(geo))
    if all(each["type"] in kinds for each in geometries):
        for each in geometries:
            yield from kinds[each["type"]](each["coordinates"])


def _geometries(geo: Any) -> Iterator[Any]:
    """Every geometry that has coordinates."""
    if isinstance(geo, Mapping):
        for each in (*geo.get("features", ()), *geo.get("geometries", ()), geo.get("geometry")):
            yield from _geometries(each)
        if geo.get("coordinates"):
            yield geo


def _positions(geo: Any) -> Iterator[Any]:
    """Every position of GeoJSON's objects, in their order."""
    if geo is None:
        return
    if isinstance(geo, Mapping):
        for name in ("features", "geometries"):
            for each in geo.get(name, ()):
                yield from _positions(each)
        yield from _positions(geo.get("geometry"))
        yield from _positions(geo.get("coordinates"))
    elif len(geo) and not hasattr(geo[0], "__len__"):
        yield geo
    else:
        for each in geo:
            yield from _positions(each)
