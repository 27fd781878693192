"""Nearest neighbours: one function, and an estimator with scikit-learn's interface."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import numpy as np

from arete import _arete
from arete._cloud import Cloud, read
from arete._commands import run
from arete._errors import Error, warn
from arete._flags import arguments, rows, takes
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


def _array(points: Any, what: str) -> Any:
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
            raise Error("unknown keyword", name, "knn() has none of that name for points in memory", "help(arete.knn) lists them")
    return keywords


def _shape(points: Any) -> tuple[int, int]:
    return points.shape() if isinstance(points, _arete.GivenArray) else points.shape


def _answers(found: tuple[Any, Any, dict[str, Any]]) -> tuple[Any, Any]:
    """Indices and distances: NumPy arrays, or on the GPU where all points lie there."""
    indices, distances, about = found
    _tell(about)
    if isinstance(indices, _arete.GpuNumbers):
        return GpuArray(indices), GpuArray(distances)
    return indices, distances


def _searcher(reference: Any, keywords: dict[str, Any], progress: Any) -> _arete.Searcher:
    words = arguments("knn", ("knn",), _of_search(keywords))
    return _arete.Searcher(reference, words, callback(progress))


def _tell(about: dict[str, Any]) -> None:
    said = [about["note"]] if about["note"] else []
    if about["recall"] is not None:
        said.append(f"{about['version']} is inexact: recall {about['recall']:.4g}, from a sample")
    warn(said)


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
    reference_array = _array(reference, "reference")
    query_array = None if query is None else _array(query, "query")
    searcher = _searcher(reference_array, keywords, progress)
    return _answers(searcher.query(query_array, k, bool(exclude_self), callback(progress)))


def _on_disk(reference: Any, query: Any, k: int, exclude_self: bool, progress: Any, keywords: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    with tempfile.TemporaryDirectory() as folder:
        files = {"output": os.path.join(folder, "indices.npy"), "distances": os.path.join(folder, "distances.npy")}
        places = [reference] if query is None else [reference, query]
        run("knn", places, {"neighbours": k, "exclude_self": bool(exclude_self), **files, **keywords}, progress)
        return np.load(files["output"]), np.load(files["distances"])


class NearestNeighbors:
    """Exact nearest neighbours with the interface of sklearn.neighbors.NearestNeighbors (Euclidean; ties by lower index).

    n_neighbors : int -- neighbours of each query where kneighbors() is not told.
    version, backend, threads : as the keywords of knn(); None: the fastest exact version of the backend.
    """

    def __init__(self, n_neighbors: int = 5, *, version: str | None = None, backend: str | None = None, threads: int | None = None) -> None:
        self.n_neighbors = n_neighbors
        self.version = version
        self.backend = backend
        self.threads = threads

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments of the constructor, as scikit-learn clones and searches with them."""
        return {name: getattr(self, name) for name in ("n_neighbors", "version", "backend", "threads")}

    def set_params(self, **params: Any) -> NearestNeighbors:
        """Sets arguments of the constructor. Raises Error for unknown ones."""
        for name, value in params.items():
            if name not in self.get_params():
                raise Error("unknown parameter", name, "NearestNeighbors has none of that name", "get_params() lists them")
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: Any = None) -> NearestNeighbors:
        """Takes the reference points, (n, d), and builds what depends on them alone. `y` is ignored."""
        array = _array(X, "X")
        keywords = {"version": self.version, "backend": self.backend, "threads": self.threads}
        self._searcher = _searcher(array, keywords, None)
        self.n_samples_fit_, self.n_features_in_ = _shape(array)
        self.effective_metric_ = "euclidean"
        return self

    def _fitted(self) -> _arete.Searcher:
        if not hasattr(self, "_searcher"):
            raise Error("cannot search neighbours", "NearestNeighbors", "it is not fitted", "call fit(X) first")
        return self._searcher

    def kneighbors(self, X: Any = None, n_neighbors: int | None = None, return_distance: bool = True) -> Any:
        """(distances, indices), both (m, n_neighbors), or the indices alone. X : (m, d); None: the reference, whose points leave out themselves."""
        k = _number(self.n_neighbors if n_neighbors is None else n_neighbors, "n_neighbors")
        query = None if X is None else _array(X, "X")
        indices, distances = _answers(self._fitted().query(query, k, query is None, None))
        return (distances, indices) if return_distance else indices

    def kneighbors_graph(self, X: Any = None, n_neighbors: int | None = None, mode: str = "connectivity") -> Any:
        """A scipy.sparse matrix in CSR format, (m, n): 1 for each neighbour, or its distance with mode='distance'."""
        if mode not in ("connectivity", "distance"):
            raise Error("cannot make the graph", "mode", f"'{mode}' is none", "give 'connectivity' or 'distance'")
        try:
            from scipy.sparse import csr_matrix
        except ImportError as error:
            raise Error("cannot make the graph", "scipy", "it is not installed", "install python3-scipy") from error
        distances, indices = (np.asarray(each) for each in self.kneighbors(X, n_neighbors))
        m, k = indices.shape
        data = np.ones(m * k) if mode == "connectivity" else distances.ravel()
        return csr_matrix((data, indices.ravel(), np.arange(0, m * k + 1, k)), shape=(m, self.n_samples_fit_))

    def __getstate__(self) -> dict[str, Any]:
        if hasattr(self, "_searcher"):
            raise Error("cannot be copied", "NearestNeighbors", "it is fitted, and holds memory of the engine", "copy it before fit()")
        return self.get_params()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return f"arete.NearestNeighbors(n_neighbors={self.n_neighbors})"
