"""Nearest neighbours."""

from __future__ import annotations

import numbers
import os
import tempfile
from typing import Any, Literal

import numpy as np

from arete import _arete
from arete._cloud import Cloud, read
from arete._commands import run
from arete._errors import Error, WrongTypeError, warn
from arete._flags import arguments, overloads, rows, takes
from arete._gpu import GpuArray, given
from arete._points import array_of, is_on_gpu, is_path
from arete._progress import callback

_MOST = 2**32 - 1
#: What functions are given or give back otherwise.
_GIVEN = ("reference", "query", "neighbours", "within", "output", "distances", "counts", "json", "exclude_self")


def _number(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise Error("cannot search neighbours", name, f"{value!r} is no whole number", "give 1 or more")
    if not 0 < int(value) < _MOST:
        raise Error("cannot search neighbours", name, f"{value} is out of range", "give 1 or more")
    return int(value)


def array_or_given(points: Any, what: str) -> Any:
    """An array of the host, or one that lies on a GPU and stays there."""
    if isinstance(points, Cloud):
        return points.points
    if is_on_gpu(points):
        return given(points, what)
    return read(points).points if is_path(points) else array_of(points, what)


def _of_search(keywords: dict[str, Any]) -> dict[str, Any]:
    """Those of `arete-cli knn` that say how to search."""
    refused = {"index", "rebuild_index", *_GIVEN, *rows("read")}
    for name in keywords:
        if name.rstrip("_") in refused:
            raise WrongTypeError("unknown keyword", name, "knn() has none of that name for points in memory", "help(arete.knn) lists them")
    return keywords


def answers(found: tuple[Any, Any, dict[str, Any]]) -> tuple[Any, Any]:
    """Indices and distances: NumPy arrays, or on the GPU where all points lie there."""
    indices, distances, about = found
    _tell(about)
    if isinstance(indices, _arete.GpuNumbers):
        return GpuArray(indices), GpuArray(distances)
    return indices, distances


def searcher(reference: Any, keywords: dict[str, Any], progress: Any, in_balls: bool = False) -> _arete.Searcher:
    """Of `keywords` those of `arete-cli knn` that say how to search. in_balls : it is asked for neighbours within a radius alone."""
    words = arguments("knn", ("knn",), _of_search(keywords))
    return _arete.Searcher(reference, words, in_balls, callback(progress))


def _tell(about: dict[str, Any]) -> None:
    said = [about["note"]] if about["note"] else []
    if about["recall"] is not None:
        said.append(f"{about['version']} is inexact: recall {about['recall']:.4g}, from a sample")
    warn(said)


@overloads(
    {"reference": "_OnGpu", "query": "_OnGpu | None = ...", "return": "tuple[GpuArray, GpuArray]"},
    {"return": "tuple[NDArray[np.int64], NDArray[Any]]"},
)
@takes("knn", without=_GIVEN)
def knn(
    reference: Any, query: Any = None, k: int = 1, *, exclude_self: bool = False, progress: Any = None, **keywords: Any
) -> tuple[np.ndarray | GpuArray, np.ndarray | GpuArray]:
    """The k nearest reference points of every query: (indices, distances), both (m, k), nearest first, ties by lower index.

    reference : (n, d) float32 or float64, a Cloud, or the name of a file. query : (m, d), the same; None: the reference itself.
    exclude_self : with query None: a point is not its own neighbour.

    Indices are int64 rows of `reference`. Distances are those between the points in the type that they are given in (float64 where one of the two
    is), in their units; exact, so every version gives the same bits. Where reference and query lie on a GPU (CuPy, PyTorch) and the standard version
    searches, nothing passes the host, and both answers are GpuArrays on it. Files are kept in the type that read() finds. Versions that leave clouds on the
    disk (knn.cpu.two_level) take names of files, and index=.

        i, distance = arete.knn(reference, query, k=8)
    """
    k = _number(k, "k")
    _check_stage(keywords.get("version"), "knn")
    on_disk = is_path(reference) and (keywords.get("version") or "").endswith("two_level")
    if on_disk:
        return _on_disk(reference, query, k, exclude_self, progress, keywords)
    reference_array = array_or_given(reference, "reference")
    query_array = None if query is None else array_or_given(query, "query")
    return answers(searcher(reference_array, keywords, progress).query(query_array, k, bool(exclude_self), callback(progress)))


@overloads({"return": "tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any]]"})
def neighbours_within(
    reference: Any,
    radius: float,
    query: Any = None,
    *,
    exclude_self: bool = False,
    version: str | None = None,
    backend: Literal["cpu", "cuda", "auto"] | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All reference points that are no farther than the radius from each query: (starts, indices, distances). Those of query i lie from starts[i] to
    starts[i + 1], nearest first, ties by lower index.

    reference : (n, d) float32 or float64, a Cloud, or the name of a file. radius : from 0 on, in the units of the points, rounded to their type; 0 finds
    equal points. query : (m, d), as the reference; None: the reference itself. exclude_self : with query None: a point is not its own neighbour.
    version : an id of stage within; None: the fastest exact one. backend, threads : as those of knn().

    Indices are int64 rows of `reference`, and distances those between the points in the type that they are given in (float64 where one of the two is).
    Exact, so every version gives the same bits on any number of threads. CPU threads search; points on a GPU come to the host. An answer that is larger
    than the memory is refused before it is found. Raises Error.

        starts, i, distance = arete.neighbours_within(points, 0.5)
        counts = np.diff(starts)
        graph = scipy.sparse.csr_matrix((distance, i, starts), shape=(len(points), len(points)))
    """
    if isinstance(radius, bool) or not isinstance(radius, numbers.Real):
        raise WrongTypeError("cannot search within a radius", "radius", f"{radius!r} is no length", "give 0 or more")
    _check_stage(version, "within")
    keywords = {"version": version, "backend": backend, "threads": threads}
    query_array = None if query is None else array_or_given(query, "query")
    found = searcher(array_or_given(reference, "reference"), keywords, progress, in_balls=True)
    return found.within(query_array, float(radius), False, bool(exclude_self), callback(progress))


def _check_stage(version: str | None, stage: str) -> None:
    other = "within" if stage == "knn" else "knn"
    if version is not None and version.startswith(f"{other}."):
        raise Error("wrong stage", version, f"it is a version of '{other}', not of '{stage}'", "arete.versions() lists them")


def _on_disk(reference: Any, query: Any, k: int, exclude_self: bool, progress: Any, keywords: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    with tempfile.TemporaryDirectory() as folder:
        files = {"output": os.path.join(folder, "indices.npy"), "distances": os.path.join(folder, "distances.npy")}
        places = [reference] if query is None else [reference, query]
        run("knn", places, {"neighbours": k, "exclude_self": bool(exclude_self), **files, **keywords}, progress)
        return np.load(files["output"]), np.load(files["distances"])
