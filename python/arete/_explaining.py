"""What a curve explains of its cloud, and which R1."""

from __future__ import annotations

import functools
import os
from typing import Any

import numpy as np

from arete import _arete
from arete._cloud import Cloud, cloud_from
from arete._curves import lines_of
from arete._detection import Detection
from arete._errors import Error, warn
from arete._flags import arguments, split, takes
from arete._notebook import inline_svg
from arete._points import indices, path_of
from arete._progress import callback
from arete._travels import Travels


class Projection(Travels):
    """Where the points of a cloud lie along a curve, and what the curve explains of them. Lengths in units of the cloud.

    reach : float -- points farther from the curve are not explained by it; infinity where none was given.
    mean_distance : float -- of all points.
    beyond : dict -- points, beyond (how many are farther than reach) and share_beyond of the whole; by_component : list of the same.
    paths : list of dict -- of each path its component, closed and length.
    """

    def __init__(self, projection: _arete.Projection) -> None:
        self._projection = projection
        self.reach: float = projection.reach()
        self.mean_distance: float = projection.mean_distance()
        self.beyond: dict[str, Any] = projection.all()
        self.by_component: list[dict[str, Any]] = projection.by_component()
        self.paths: list[dict[str, Any]] = projection.paths()

    @functools.cached_property
    def _columns(self) -> dict[str, np.ndarray]:
        return dict(self._projection.columns())

    @property
    def distance(self) -> np.ndarray:
        """(n,) float64: of each point the distance from the curve."""
        return self._columns["distance"]

    @property
    def offset(self) -> np.ndarray:
        """(n,) float64, in 2D: the distance, negative on the right of the path. Raises Error in other dimensions."""
        if "offset" not in self._columns:
            raise Error("there is no side", "offset", "only a curve in the plane has two sides", "take distance")
        return self._columns["offset"]

    @property
    def arc_length(self) -> np.ndarray:
        """(n,) float64: of the nearest place on the curve, from the start of its path."""
        return self._columns["arc_length"]

    @property
    def path(self) -> np.ndarray:
        """(n,) int64: the path that the nearest place is on, a number in `paths`."""
        return indices(self._columns["path"])

    @property
    def component(self) -> np.ndarray:
        """(n,) int64: the component that it is on."""
        return indices(self._columns["component"])

    def profile(self, step: float | None = None) -> dict[str, np.ndarray]:
        """Density and width along the paths: a row for each piece, by path, from, to, points, density, offset (in 2D) and width; of the points within
        reach. step : length of a piece; None: 200 pieces of the longest path."""
        return self._projection.profile(_positive(step, "step"))

    def __repr__(self) -> str:
        return f"<arete.Projection: {len(self.distance)} points on {len(self.paths)} paths, {self.mean_distance:.6g} from it on average>"


def _positive(value: float | None, name: str) -> float:
    if value is None:
        return 0
    if not (isinstance(value, (int, float, np.number)) and 0 < value < np.inf):
        raise Error("cannot take this value", name, f"{value!r} is no length", "give a number larger than 0")
    return float(value)


def project(points: Any, curve: Any, *, reach: float | None = None, threads: int = 0, progress: Any = None) -> Projection:
    """Where points lie along a curve: of each the nearest place on it, in double whatever the type of the coordinates is.

    points : as in detect(). curve : a Detection, Lines, the name of a curve file, a (k, d) array of vertices, or a list of such arrays.
    reach : points farther from the curve are not explained by it. None: of a Detection 2 R1, else none.

    The same numbers as `arete-cli project`. Raises Error.

        p = arete.project(points, d)
        p.distance, p.arc_length, p.path, p.beyond["share_beyond"], p.profile()
    """
    if reach is None and isinstance(curve, Detection):
        reach = 2 * curve.r1
    cloud = cloud_from(points, {}, progress, "project")
    lines = lines_of(curve, "curve")
    return Projection(_arete.project(cloud._cloud, lines, _positive(reach, "reach"), int(threads), callback(progress)))


class Sweep(Travels):
    """Detections over a ladder of R1, and what tells them apart.

    columns : dict of lists -- r1, chosen, components, loops, ends, junctions, length, unexplained (share of points farther than 2 R1), mean_distance,
        milliseconds; with a reference also f_score, precision, recall and more. units : dict -- of these.
    """

    def __init__(self, found: tuple[Any, ...], cloud: Cloud) -> None:
        self.columns: dict[str, list[float]] = found[0]
        self.units: dict[str, str] = found[1]
        self._ends, self._svg, self.cloud = found[2], found[3], cloud

    @functools.cached_property
    def detections(self) -> list[Detection]:
        """What each radius found."""
        return [Detection(end, self.cloud) for end in self._ends]

    def to_svg(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Plots over R1 as SVG: written to `path`, or returned."""
        if path is None:
            return self._svg
        warn(_arete.write_file(path_of(path), self._svg.encode("utf-8", "surrogateescape")))
        return None

    def _repr_svg_(self) -> str:
        return inline_svg(self._svg)

    def __repr__(self) -> str:
        radii = self.columns["r1"]
        return f"<arete.Sweep: {len(radii)} radii from {radii[0]:g} to {radii[-1]:g}>"


@takes("sweep", without=("file", "from", "output", "plot", "reference"))
def sweep(
    points: Any,
    r1: float | None = None,
    *,
    from_: float | None = None,
    to: float | None = None,
    steps: int | None = None,
    reference: Any = None,
    progress: Any = None,
    **keywords: Any,
) -> Sweep:
    """One detection after the other over radii in even ratios: which R1?

    points : as in detect(). r1 : one of the radii, where no end is given; None: suggested from the cloud.
    from_, to : the ends, in units of the cloud; None: of networks all that the cloud may show, to a sixth of its diagonal; of chains a quarter of R1,
        and four times R1. steps : how many; None: of networks in steps of about the root of 2, at most 24; of chains 17.
    reference : the true curve, as in quality(): how close each result is to it becomes part of the table.

    The same numbers as `arete-cli sweep`. Raises Error.

        s = arete.sweep(points)
        best = s.detections[s.columns["unexplained"].index(min(s.columns["unexplained"]))]
    """
    if steps is not None and (isinstance(steps, bool) or not isinstance(steps, (int, np.integer)) or not 1 <= steps <= 1000):
        raise Error("cannot sweep", "steps", f"{steps!r} is no number of radii", "give 1 to 1000")
    own = split("sweep", ("job", "read"), {"r1": r1, **keywords})
    cloud = cloud_from(points, own["read"], progress, "sweep")
    truth = None if reference is None else lines_of(reference, "reference")
    ends = (_positive(from_, "from_"), _positive(to, "to"))
    *found, said = _arete.sweep(cloud._cloud, arguments("sweep", ("job",), own["job"]), *ends, int(steps or 0), truth, callback(progress))
    warn(said)
    return Sweep(tuple(found), cloud)
