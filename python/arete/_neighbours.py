"""Nearest neighbours."""

from __future__ import annotations

import os
import tempfile
from typing import Any

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
    refused = {"reference", "query", "neighbours", "output", "distances", "exclude_self", "index", "rebuild_index", *rows("read")}
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


def searcher(reference: Any, keywords: dict[str, Any], progress: Any) -> _arete.Searcher:
    """Of `keywords` those of `arete-cli knn` that say how to search."""
    words = arguments("knn", ("knn",), _of_search(keywords))
    return _arete.Searcher(reference, words, callback(progress))


def _tell(about: dict[str, Any]) -> None:
    said = [about["note"]] if about["note"] else []
    if about["recall"] is not None:
        said.append(f"{about['version']} is inexact: recall {about['recall']:.4g}, from a sample")
    warn(said)


@overloads(
    {"reference": "_OnGpu", "query": "_OnGpu | None = ...", "return": "tuple[GpuArray, GpuArray]"},
    {"return": "tuple[NDArray[np.int64], NDArray[Any]]"},
)
@takes("knn", without=("reference", "query", "neighbours", "output", "distances", "exclude_self"))
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
    on_disk = is_path(reference) and (keywords.get("version") or "").endswith("two_level")
    if on_disk:
        return _on_disk(reference, query, k, exclude_self, progress, keywords)
    reference_array = array_or_given(reference, "reference")
    query_array = None if query is None else array_or_given(query, "query")
    return answers(searcher(reference_array, keywords, progress).query(query_array, k, bool(exclude_self), callback(progress)))


def _on_disk(reference: Any, query: Any, k: int, exclude_self: bool, progress: Any, keywords: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    with tempfile.TemporaryDirectory() as folder:
        files = {"output": os.path.join(folder, "indices.npy"), "distances": os.path.join(folder, "distances.npy")}
        places = [reference] if query is None else [reference, query]
        run("knn", places, {"neighbours": k, "exclude_self": bool(exclude_self), **files, **keywords}, progress)
        return np.load(files["output"]), np.load(files["distances"])
