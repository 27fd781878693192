"""What a detection found, or a step of one."""

from __future__ import annotations

import functools
import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from arete import _arete
from arete._cloud import Cloud
from arete._curves import quality
from arete._errors import Error, warn
from arete._flags import takes
from arete._gpu import GpuArray, to_gpu
from arete._points import indices, path_of
from arete._progress import callback
from arete._travels import Travels

if TYPE_CHECKING:
    from arete._explaining import Projection
    from arete._page import Page
    from arete._pictures import Picture
    from arete._wires import Spans

_NO_POINT = 2**32 - 1  # of the engine
MOST_POINTS = 2_000_000  # of a cloud in a page


def _table(columns: dict[str, np.ndarray], name: str, as_frame: bool) -> Any:
    if not as_frame:
        return {column: values.copy() for column, values in columns.items()}
    try:
        import pandas
    except ImportError as error:
        raise Error("cannot make a frame", "pandas", "it is not installed", "install python3-pandas, or take the columns") from error
    return pandas.DataFrame(columns).rename_axis(name)


class Support(Travels):
    """How sure a network is: what networks of resampled points say of it.

    resamples : int
    node_spread, edge_spread : (nodes,), (edges,) float64 -- root mean squared distance to the networks of the resamples, units of the cloud.
    edge_support : (edges,) float64 -- share of the resamples that pass the edge's middle within R1.
    junctions : (j,) int64 -- the nodes of degree > 2; confidence : (j,) float64 -- share of the resamples that have one there.
    consensus : (edges,) bool -- the edges that belong to the consensus; None where none was asked for.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self.resamples: int = values["resamples"]
        self.node_spread: np.ndarray = np.array(values["node_spread"])
        self.edge_spread: np.ndarray = np.array(values["edge_spread"])
        self.edge_support: np.ndarray = np.array(values["edge_support"])
        self.junctions: np.ndarray = indices(values["junctions"])
        self.confidence: np.ndarray = np.array(values["confidence"])
        self.consensus_share: float = values["consensus_share"]
        self.consensus: np.ndarray | None = values["consensus"]

    def __repr__(self) -> str:
        return f"<arete.Support: {self.resamples} resamples>"


class Detection(Travels):
    """What a detection found, or a step of one. It never changes: arrays are copies that may be written into, and what is saved does not follow.

    Coordinates are those of the cloud's file, lengths in its units, times in ms, numbers of points int64. It is pickled with its cloud and all that
    can be asked of it, so that nothing is computed again.
    """

    def __init__(self, detection: _arete.Detection, cloud: Cloud) -> None:
        self._detection = detection
        self.cloud = cloud
        self._root: int | None = None

    @functools.cached_property
    def points(self) -> np.ndarray:
        """(m, d) the chosen points: float32 or float64 as the cloud is kept, where its origin is 0; else float64."""
        return np.array(self._detection.points())

    def _with_curve(self) -> _arete.Detection:
        if not self._detection.curve_known():
            raise Error("the curve of this step is not known", "", "steps are not joined unless asked for", "give curves=True to arete.steps()")
        return self._detection

    @functools.cached_property
    def edges(self) -> np.ndarray:
        """(e, 2) int64: pairs of rows of `points` that are joined, ascending."""
        return indices(self._with_curve().edges())

    @functools.cached_property
    def degrees(self) -> np.ndarray:
        """(m,) int64: how many edges meet at each of `points`: 1 at ends, more than 2 at junctions."""
        return np.bincount(self.edges.ravel(), minlength=len(self.points))

    @functools.cached_property
    def _bodies(self) -> tuple[dict[str, np.ndarray], ...]:
        return self._with_curve().bodies(-1 if self._root is None else self._root, None)

    @property
    def radii(self) -> np.ndarray | None:
        """(m,) float64: how thick the body is at each of `points` of a network, 0 where no point belongs to it; None for chains. See `bodies`."""
        return self.bodies["radius"] if self._detection.is_network() else None

    @property
    def bodies(self) -> dict[str, np.ndarray]:
        """How thick the body is at each of `points`, (m,) float64 each, measured on the cloud when it is first asked for.

        radius : of the circle through the wall around it; where its points are no wall, their root mean square distance; 0 without points.
        radius_error : its standard error. radius_spread : standard deviation of the points' distances from the wall.
        seen : the share of all directions in which the wall is seen; 0 where there is none. offset : from the point to the wall's middle.
        """
        return {name: values.copy() for name, values in self._bodies[0].items()}

    def branches(self, *, as_frame: bool = False) -> Any:
        """A row for each of `chains`: columns by name, or a pandas.DataFrame of them.

        component, parent (the branch that it leaves, −1 at the root), from_node and to_node (rows of `points`, away from the root), closed,
        order (branches from the root), strahler, length, radius and radius_error (mean), radius_from, radius_to, taper (radius lost per length),
        surface, volume and their errors (outside of the thicker branch that it leaves), seen, angle (degrees, to its parent; NaN at the root).
        """
        return _table(self._bodies[1], "branch", as_frame)

    def reroot(self, root: Any) -> Detection:
        """The same with another root in one of its pieces: branches() and SWC begin there. root : a row of `points`, or a place, and so the nearest
        of those with an edge."""
        from arete._skeleton import rerooted

        return rerooted(self, root)

    def prune(self, *, shorter_than: float | None = None, order: int | None = None, progress: Any = None) -> Detection:
        """Without leaf branches and pieces shorter than a length, or without branches of a greater order: an edited detection."""
        from arete._skeleton import pruned

        return pruned(self, shorter_than, order, progress)

    def heal(self, gap: float, *, progress: Any = None) -> Detection:
        """With pieces joined: ends to the nearest node of another piece, the shortest gaps first, none longer than `gap`. Pieces become one; no loop
        is closed."""
        from arete._skeleton import healed

        return healed(self, gap, progress)

    def edited(self, edits: list[dict[str, Any]], *, progress: Any = None) -> Detection:
        """With edits made on it, as a file of edits lists them (docs/editing.md): [{"do": "shorter_than", "length": 3}, …]. What cannot be made is an
        AreteWarning."""
        made, said = self._with_curve().edited(json.dumps(edits), callback(progress))
        warn(said)
        return Detection(made, self.cloud)

    def components(self, *, as_frame: bool = False) -> Any:
        """A row for each connected piece, as branches(): root_node, branches, strahler (the greatest), length, surface, volume and their errors."""
        return _table(self._bodies[2], "component", as_frame)

    @functools.cached_property
    def chains(self) -> list[np.ndarray]:
        """The lines between nodes of degree ≠ 2: arrays (k,) int64 of rows of `points` in walking order. See `closed`."""
        return [indices(chain) for chain in self._with_curve().chains()]

    @functools.cached_property
    def closed(self) -> list[bool]:
        """For each chain, whether its last point is joined to its first, which is not repeated."""
        return self._with_curve().closed()

    @property
    def lines(self) -> list[np.ndarray]:
        """The same as coordinates, (k, d) each, for plotting: closed ones end with their first point."""
        return [self.points[np.append(chain, chain[:1]) if closed else chain] for chain, closed in zip(self.chains, self.closed)]

    @property
    def length(self) -> float:
        """Of all edges, in units of the cloud."""
        return self._with_curve().curve()["length"]

    @property
    def counts(self) -> dict[str, int]:
        """components, loops, junctions and ends of the curve."""
        return {name: value for name, value in self._with_curve().curve().items() if name != "length"}

    @property
    def hash(self) -> str:
        """SHA-256 over the bits of points and edges: the same from every exact version, number of threads and door; '' while there is no curve."""
        return self._detection.hash()

    @property
    def doubt(self) -> str:
        """Why the network may be wrong, and what to do; '' where nothing speaks against it, for chains and before the last step."""
        return self._detection.doubt()

    @property
    def r1(self) -> float:
        """The radius that was used, units of the cloud."""
        return self._detection.r1()

    @property
    def r2(self) -> float:
        """The radius of decimate and order, units of the cloud."""
        return self._detection.r2()

    @property
    def times(self) -> dict[str, float]:
        """Wall time of each stage so far, and their 'total', in ms."""
        return self._detection.times()

    @property
    def device_times(self) -> dict[str, float]:
        """The same by the GPU's clock; 0 on the CPU."""
        return self._detection.device_times()

    @property
    def device(self) -> str:
        """Where it ran."""
        return self._detection.device()

    @property
    def finished(self) -> bool:
        """Whether this is the last step."""
        return self._detection.finished()

    @property
    def converged(self) -> bool:
        """Whether it ended because nothing was left to do, not by max_iterations."""
        return self._detection.converged()

    @property
    def is_exact(self) -> bool:
        """Whether the answer is the exact one: on the whole cloud, by exact versions."""
        return self._detection.is_exact()

    @property
    def step(self) -> int:
        """Number of the step, 0 for the first."""
        return self.record["step"]

    @functools.cached_property
    def record(self) -> dict[str, Any]:
        """What the step was: stage, round, in_round, how many points are chosen, moved and removed, milliseconds."""
        return self._detection.record()

    @functools.cached_property
    def moved(self) -> np.ndarray:
        """(m,) bool: which of `points` the step moved."""
        return self._detection.moved()

    @property
    def previous(self) -> np.ndarray:
        """(m, d) the same points before the step."""
        return np.array(self._detection.previous())

    @property
    def removed(self) -> np.ndarray:
        """(r, d) the points that the step removed."""
        return np.array(self._detection.removed())

    @property
    def origins(self) -> np.ndarray:
        """(m,) int64: which cloud point each chosen one started from; in networks, the number of its super-point."""
        return indices(self._detection.origins())

    @property
    def assignment(self) -> np.ndarray | None:
        """(n,) int64: for each cloud point, its chosen point, −1 where there is none within R1. None unless assignment=True was given."""
        found = self._detection.assignment()
        return indices(found, _NO_POINT) if len(found) else None

    def on_gpu(self, name: str = "points", gpu: int | None = None) -> GpuArray:
        """`points`, or `edges` as int64, on a GPU: that of the cloud, or `gpu`. Copied from the host, where hash, order and edits need both."""
        if name not in ("points", "edges"):
            raise Error("cannot bring this to a GPU", name, "it is neither 'points' nor 'edges'", "numpy.asarray and arete.to_gpu() take the rest")
        array = self.points if name == "points" else self.edges
        return to_gpu(array, (self.cloud.gpu or 0) if gpu is None else gpu)

    @functools.cached_property
    def columns(self) -> dict[str, np.ndarray]:
        """For a network, what is known of each of `points`, by name, (m,) each: radius, density, tangent_x …; empty for chains."""
        return {name: np.array(values) for name, values in self._detection.columns().items()}

    @functools.cached_property
    def support(self) -> Support | None:
        """How sure a network is; None unless bootstrap was given."""
        values = self._detection.support()
        return None if values is None else Support(values)

    @property
    def exact(self) -> Detection | None:
        """The exact answer, where compare_exact was asked for."""
        found = self._detection.exact()
        return None if found is None else Detection(found, self.cloud)

    @property
    def difference(self) -> dict[str, Any] | None:
        """How far it is from `exact`: identical, missing, extra (rows), radius, hausdorff in units of the cloud."""
        found = self._detection.difference()
        return found and {**found, "missing": indices(found["missing"]), "extra": indices(found["extra"])}

    def report(self) -> dict[str, Any]:
        """Versions, parameters, counts, times, steps and hash: what `arete-cli detect --report` writes."""
        return json.loads(self._detection.report())

    @takes("measures")
    def quality(self, reference: Any, *, progress: Any = None, **keywords: Any) -> dict[str, Any]:
        """How close the curve is to a true one, as arete.quality()."""
        return quality(self, reference, progress=progress, **keywords)

    def project(self, points: Any = None, *, reach: float | None = None, progress: Any = None) -> Projection:
        """Where points lie along the curve, as arete.project(); None: those of the cloud."""
        from arete._explaining import project

        return project(self.cloud if points is None else points, self, reach=reach, progress=progress)

    def spans(self, points: Any = None, *, progress: Any = None, **keywords: Any) -> Spans:
        """The spans of wires, each with its catenary, as arete.wires() with its keywords; None: the points of the cloud."""
        from arete._wires import wires

        return wires(self.cloud if points is None else points, self, progress=progress, **keywords)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        crs: str | None = None,
        swc_root: str | None = None,
        swc_loops: str | None = None,
        geojson_crs: str | None = None,
        step: float | None = None,
        progress: Any = None,
    ) -> None:
        """Writes the curve in coordinates of the file; all or nothing. What a format cannot hold is an AreteWarning.

        path : its extension says the format, as curve_formats() lists them; `format` says it whatever the name is.
        crs : the coordinate system of the coordinates, as 'EPSG:28992'; else that of the cloud, where it is known.
        swc_root : SWC: where it begins, a node's number or 'x,y,z'. swc_loops : SWC: 'refuse' (default), or 'cut' each loop at its weakest edge.
        geojson_crs : GeoJSON: 'wgs84' (default) or 'keep'.
        step : lines in even steps of about this length; ends and junctions stay, the nodes between them are others.

        A name that ends in .html is a page to turn and zoom, as show() makes it. A name that ends in .arete is a session, which the window and
        `arete-cli replay` open: points that are from no file go into NAME.points.npy beside it.
        """
        if os.fsdecode(path).endswith(".arete") and format is None:
            warn(_arete.save_session(self.cloud._cloud, self._detection, path_of(path), callback(progress)))
            return
        if os.fsdecode(path).endswith(".html") and format is None:
            self.show().save(path)
            return
        wishes = {"crs": crs, "swc_root": swc_root, "swc_loops": swc_loops, "geojson_crs": geojson_crs}
        if step is not None:
            if not 0 < step < np.inf:
                raise Error("cannot write the curve", "step", f"{step!r} is no length", "give a number larger than 0")
            wishes["curve_step"] = repr(float(step))
        given = {name: os.fsencode(value) for name, value in wishes.items() if value is not None}
        self._with_curve()
        if self._root is not None:
            given.setdefault("swc_root", str(self._root).encode())
        warn(_arete.save_curve(self._detection, path_of(path), format or "", given, callback(progress)))

    def show(self, *, most_points: int = MOST_POINTS, steps: bool = False, height: int = 500) -> Page:
        """The curve in its cloud as a page that turns, zooms and tells, in a notebook or by save("view.html"). It needs nothing but itself, and works
        without a network. It has layers and, where support is known, a slider of it.

        most_points : where the cloud has more, every n-th is shown; the curve is whole. steps : a slider of the steps too, which are computed once
        more. height : in the notebook, pixels.
        """
        from arete._page import page_of

        self._with_curve()
        return page_of(self.cloud, self, most_points, steps, height)

    def save_report(self, path: str | os.PathLike[str]) -> None:
        """Writes report() as .json or .csv; all or nothing."""
        warn(_arete.save_report(self._detection, path_of(path)))

    def to_networkx(self, *, simplify: bool = False) -> Any:
        """As a networkx.Graph: a node for each point with x, y and z, degree and component, an edge for each edge with length. Where it is known how
        sure the curve is, nodes have their spread, junctions their confidence, edges their support. These are the names of GraphML files, and every
        writer of networkx takes them. node["pos"] is the place as a tuple, which is not written.

        simplify : a networkx.MultiGraph of ends and junctions alone, a closed chain at its first point; edges have length, closed and nodes, the rows
        of `points` on the way as a text. edge["chain"] are these as a list, which is not written.
        """
        from arete._networkx import full_graph, simple_graph

        return simple_graph(self) if simplify else full_graph(self)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        from arete._geo import feature_collection, line_columns

        return feature_collection(self.lines, [False] * len(self.chains), line_columns(self))

    def to_geopandas(self) -> Any:
        """A geopandas.GeoDataFrame: a LineString for each of `chains`, in the cloud's coordinate system, with its length, whether it is closed and,
        where that is known, its support."""
        from arete._geo import lines_frame

        return lines_frame(self)

    @takes("picture", without=("r1", "r2", "curve", "run_to", "gpu", "no_interop", "bootstrap", "consensus"))
    def picture(self, path: str | os.PathLike[str] | None = None, *, progress: Any = None, **keywords: Any) -> Picture:
        """A picture as PNG, or as SVG where `path` ends in .svg, which is also written to `path` where one is given: bytes that a notebook shows.
        Drawn without a window or a screen, through EGL."""
        from arete._pictures import picture

        return picture(self.cloud, self, path, progress, keywords)

    def _repr_png_(self) -> bytes | None:
        from arete._pictures import notebook_png

        return notebook_png(self.cloud._cloud, self._detection)

    def _repr_svg_(self) -> str | None:
        from arete._notebook import flat_svg

        return flat_svg(self)

    def __repr__(self) -> str:
        record = self.record
        curve = f", {len(self.edges)} edges, length {self.length:.6g}" if self._detection.curve_known() else ""
        return f"<arete.Detection: {record['stage']}, step {record['step']}: {len(self.points)} points{curve}, R1 {self.r1:g}>"
