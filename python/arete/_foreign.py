"""Points as other libraries keep them, told by what their objects have: no library is imported for it.

Structured arrays (PDAL), laspy, Open3D, trimesh, PyVista, tables with columns x and y (pandas), GeoPandas, and whatever has __geo_interface__.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from arete._errors import Error

_AXES = ("x", "y", "z")


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
        return Gathered(_rows(list(_positions(points.__geo_interface__))))
    return None


def _is_structured(points: Any) -> bool:
    return isinstance(points, np.ndarray) and points.dtype.names is not None


def _axes_of(names: Iterable[Any]) -> list[Any]:
    """The columns named x, y and, where it is there, z, in any case; none where x or y is missing."""
    by_word = {str(name).lower(): name for name in names}
    found = [by_word[axis] for axis in _AXES if axis in by_word]
    return found if {"x", "y"} <= set(by_word) else []


def _of_fields(fields: Mapping[Any, Any], what: str) -> Gathered:
    axes = _axes_of(fields)
    if not axes:
        names = ", ".join(map(str, fields))
        raise Error("cannot take these points", "points", f"none of its {what} ({names}) are x and y", "name them so, or give an array", "bad_input")
    if "X" in axes and all(np.asarray(fields[axis]).dtype.kind in "iu" for axis in axes) and {"classification", "raw_classification"} & set(fields):
        reason = "they are the numbers of a LAS file without scale and offset"
        raise Error("cannot take these points", "points", reason, "give laspy's object", "bad_input")
    columns = {str(name): values for name, values in fields.items() if name not in axes}
    return Gathered(_rows([np.asarray(fields[axis]) for axis in axes]).T, _numeric(columns))


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
    return _of_fields({name: table[name] for name in names}, "columns") if _axes_of(names) else None


def _of_geometries(points: Any) -> Gathered:
    geometry = points.geometry
    crs = _text_of(getattr(points, "crs", None))
    if not all(kind == "Point" for kind in geometry.geom_type):
        return Gathered(_rows(list(_positions(geometry.__geo_interface__))), {}, crs)
    axes = [geometry.x, geometry.y] + ([geometry.z] if bool(np.all(geometry.has_z)) else [])
    names = [name for name in getattr(points, "columns", []) if points[name].dtype != geometry.dtype]
    return Gathered(np.column_stack(axes), _numeric({str(name): points[name] for name in names}), crs)


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
