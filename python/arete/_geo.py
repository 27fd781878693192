"""Curves and clouds for programs of maps: __geo_interface__, and frames of GeoPandas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from arete._errors import Error

if TYPE_CHECKING:
    from arete._cloud import Cloud
    from arete._detection import Detection

_MOST_AXES = 3


def _places(points: np.ndarray) -> list[list[float]]:
    """Two or three numbers a position; a curve on a line lies at y = 0."""
    axes = points[:, :_MOST_AXES].astype(np.float64)
    return (axes if axes.shape[1] > 1 else np.column_stack([axes, np.zeros(len(axes))])).tolist()


def feature_collection(lines: Sequence[np.ndarray], closed: Sequence[bool], columns: Mapping[str, Sequence[Any]] | None = None) -> dict[str, Any]:
    """Lines as GeoJSON's objects. Coordinates are those of the cloud, whatever its system is: what __geo_interface__ of others gives too."""
    features = []
    for row, (line, is_closed) in enumerate(zip(lines, closed)):
        places = _places(line)
        geometry = {"type": "LineString", "coordinates": places + places[:1] if is_closed else places}
        about = {name: values[row] for name, values in (columns or {}).items()}
        features.append({"type": "Feature", "id": row, "properties": about, "geometry": geometry})
    return {"type": "FeatureCollection", "features": features}


def multi_point(cloud: Cloud) -> dict[str, Any]:
    """All points of a cloud."""
    return {"type": "MultiPoint", "coordinates": _places(cloud.points)}


def line_columns(detection: Detection) -> dict[str, list[Any]]:
    """What is known of each chain."""
    ends = detection.points.astype(np.float64)
    columns: dict[str, list[Any]] = {
        "length": [float(np.linalg.norm(np.diff(line.astype(np.float64), axis=0), axis=1).sum()) for line in detection.lines],
        "closed": list(detection.closed),
    }
    if detection.support is not None:
        support = {tuple(edge): share for edge, share in zip(detection.edges.tolist(), detection.support.edge_support.tolist())}
        columns["support"] = [_mean_support(chain, closed, ends, support) for chain, closed in zip(detection.chains, detection.closed)]
    return columns


def _mean_support(chain: np.ndarray, closed: bool, ends: np.ndarray, support: dict[Any, float]) -> float:
    """By length."""
    nodes = np.append(chain, chain[:1]) if closed else chain
    lengths = np.linalg.norm(np.diff(ends[nodes], axis=0), axis=1)
    shares = [support[min(a, b), max(a, b)] for a, b in zip(nodes[:-1].tolist(), nodes[1:].tolist())]
    return float(np.average(shares, weights=lengths)) if lengths.sum() > 0 else float(np.mean(shares))


def _library() -> tuple[Any, Any]:
    try:
        import geopandas
        import shapely.geometry
    except ImportError as error:
        raise Error("cannot make a frame", "geopandas", "it is not installed", "install python3-geopandas, or save('curve.gpkg')") from error
    return geopandas, shapely.geometry


def lines_frame(detection: Detection) -> Any:
    """A LineString for each chain."""
    geopandas, geometry = _library()
    lines = [geometry.LineString(_places(line)) for line in detection.lines]
    return geopandas.GeoDataFrame(line_columns(detection), geometry=lines, crs=detection.cloud.crs or None)


def points_frame(cloud: Cloud) -> Any:
    """A Point for each point, with the attributes."""
    geopandas, geometry = _library()
    points = [geometry.Point(place) for place in _places(cloud.points)]
    return geopandas.GeoDataFrame(dict(cloud.attributes), geometry=points, crs=cloud.crs or None)
