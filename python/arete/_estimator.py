"""Nearest neighbours as an estimator of scikit-learn, which need not be installed."""

from __future__ import annotations

import functools
import inspect
import numbers
from typing import Any

import numpy as np

from arete._cloud import Cloud
from arete._errors import Error, InputError, WrongTypeError
from arete._features import FeatureNames, checked_rows
from arete._flags import overloads
from arete._neighbours import array_or_given
from arete._points import is_on_gpu, is_path
from arete._search import Search, Within, on_host
from arete._travels import Travels

_CANNOT = "cannot search neighbours"
_ALGORITHMS = ("auto", "ball_tree", "kd_tree", "brute")


@functools.lru_cache(maxsize=1)
def _not_fitted() -> type[Error]:
    """An Error that scikit-learn's own NotFittedError catches, where that is there."""
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return InputError
    return type("NotFitted", (InputError, NotFittedError), {"__module__": __name__, "__doc__": "fit() was not called."})


def __getattr__(name: str) -> Any:  # for pickle
    if name == "NotFitted":
        return _not_fitted()
    raise AttributeError(name)


def _refuse(where: str, reason: str, hint: str) -> Error:
    return Error(_CANNOT, where, reason, hint)


def _sparse() -> Any:
    try:
        from scipy.sparse import csr_matrix
    except ImportError as error:
        raise Error("cannot make the graph", "scipy", "it is not installed", "install python3-scipy") from error
    return csr_matrix


class NearestNeighbors(FeatureNames, Travels):
    """Exact nearest neighbours with the interface of sklearn.neighbors.NearestNeighbors: an estimator, Euclidean, ties by lower index.

    n_neighbors : int -- neighbours of each query where kneighbors() is not told.
    radius : float -- how far neighbours may be where radius_neighbors() is not told; a distance equal to it belongs to it.
    algorithm, leaf_size : taken for the sake of scikit-learn's callers; the answer is the same.
    metric, p, metric_params : 'minkowski' with p=2, 'euclidean' or 'l2'; others are refused.
    n_jobs : CPU threads, as in scikit-learn, where `threads` is not given; None and -1: all.
    version, backend, threads : as the keywords of knn(); None: the fastest exact version of the backend.

    Attributes of a fitted one: n_samples_fit_, n_features_in_, feature_names_in_ (where X had names), effective_metric_, effective_metric_params_.

    Any number of coordinates: above 16, and for more than 1024 neighbours, all pairs are looked at. Threads may share a fitted one: they take turns.
    It is pickled with its points. As a transformer it is scikit-learn's KNeighborsTransformer: transform() gives the graph of distances.
    """

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        radius: float = 1.0,
        algorithm: str = "auto",
        leaf_size: int = 30,
        metric: str = "minkowski",
        p: float = 2,
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
        version: str | None = None,
        backend: str | None = None,
        threads: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.radius = radius
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.metric_params = metric_params
        self.n_jobs = n_jobs
        self.version = version
        self.backend = backend
        self.threads = threads

    @classmethod
    def _parameters(cls) -> list[str]:
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments of the constructor, as scikit-learn clones and searches with them."""
        return {name: getattr(self, name) for name in self._parameters()}

    def set_params(self, **params: Any) -> NearestNeighbors:
        """Sets arguments of the constructor. Raises Error for unknown ones."""
        for name, value in params.items():
            if name not in self._parameters():
                raise Error("unknown parameter", name, f"{type(self).__name__} has none of that name", "get_params() lists them")
            setattr(self, name, value)
        return self

    def _check_parameters(self) -> None:
        if self.algorithm not in _ALGORITHMS:
            raise _refuse("algorithm", f"{self.algorithm!r} is none of {', '.join(_ALGORITHMS)}", "give one of them: the answer is the same")
        if not _is_whole(self.leaf_size) or self.leaf_size < 1:
            raise _refuse("leaf_size", f"{self.leaf_size!r} is no whole number from 1 on", "leave it out: the answer is the same")
        power = (self.metric_params or {}).get("p", self.p)
        if self.metric not in ("minkowski", "euclidean", "l2") or (self.metric == "minkowski" and power != 2):
            told = f"metric={self.metric!r}" + (f" with p={power!r}" if self.metric == "minkowski" else "")
            raise _refuse("metric", f"{told} is not known here", "give 'euclidean', or 'minkowski' with p=2; scikit-learn has others")
        if set(self.metric_params or {}) - {"p"}:
            raise _refuse("metric_params", f"{self.metric_params!r} weighs coordinates", "scale the points instead, or take scikit-learn's")
        if not isinstance(self.radius, numbers.Real) or isinstance(self.radius, bool) or not self.radius >= 0:
            raise _refuse("radius", f"{self.radius!r} is no length", "give 0 or more")
        if self.n_jobs is not None and (not _is_whole(self.n_jobs) or self.n_jobs == 0):
            raise _refuse("n_jobs", f"{self.n_jobs!r} is no number of threads", "give 1 or more, -1 for all, or None")

    def fit(self, X: Any, y: Any = None) -> NearestNeighbors:
        """Takes the reference points, (n, d), or those of another fitted estimator or tree, and builds what depends on them alone. `y` is ignored."""
        self._check_parameters()
        X = _points_of(X)
        self._number_of_neighbours(self.n_neighbors)
        array = self._points(X, fitting=True)
        threads = self.threads if self.threads is not None or self.n_jobs is None else max(0, self.n_jobs)
        self._search = Search(array, {"version": self.version, "backend": self.backend, "threads": threads})
        self.n_samples_fit_, self.n_features_in_ = array.shape if isinstance(array, np.ndarray) else array.shape()
        self.effective_metric_ = "euclidean"
        self.effective_metric_params_: dict[str, Any] = {}
        return self

    def _points(self, X: Any, fitting: bool = False) -> Any:
        """Rows of X: an array of the host, or one that lies on a GPU and stays there."""
        if is_on_gpu(X) or is_path(X) or isinstance(X, Cloud):
            return array_or_given(X, "X")
        self._check_names(X, fitting)
        array = checked_rows(X, type(self).__name__)
        if not fitting and array.shape[1] != self.n_features_in_:
            reason = f"X has {array.shape[1]} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input"
            raise _refuse("X", reason, "give points of the same space")
        return array

    def _fitted(self) -> Search:
        if not hasattr(self, "_search"):
            raise _not_fitted()(_CANNOT, type(self).__name__, "it is not fitted", "call fit(X) first")
        return self._search

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_search")

    def _number_of_neighbours(self, value: Any) -> int:
        if not _is_whole(value):
            raise _wrong_type("n_neighbors", f"n_neighbors does not take {type(value)} value, enter integer value", "give 1 or more")
        if value <= 0:
            raise _refuse("n_neighbors", f"Expected n_neighbors > 0. Got {value}", "give 1 or more")
        return int(value)

    @overloads(
        {"return_distance": "Literal[True] = ...", "return": "tuple[np.ndarray, np.ndarray]"},
        {"return_distance": "Literal[False]", "return": "np.ndarray"},
        {"return_distance": "bool = ...", "return": "Any"},
    )
    def kneighbors(self, X: Any = None, n_neighbors: int | None = None, return_distance: bool = True) -> Any:
        """(distances, indices), both (m, n_neighbors), or the indices alone. X : (m, d); None: the reference, whose points leave out themselves."""
        search = self._fitted()
        k = self._number_of_neighbours(self.n_neighbors if n_neighbors is None else n_neighbors)
        query = None if X is None else self._points(X)
        if k > self.n_samples_fit_ - (query is None):
            wanted = "n_neighbors < n_samples_fit" if query is None else "n_neighbors <= n_samples_fit"
            reason = f"Expected {wanted}, but n_neighbors = {k}, n_samples_fit = {self.n_samples_fit_}"
            raise _refuse("n_neighbors", reason, "ask for fewer")
        indices, distances = search.nearest(query, k, query is None)
        return (distances, indices) if return_distance else indices

    def kneighbors_graph(self, X: Any = None, n_neighbors: int | None = None, mode: str = "connectivity") -> Any:
        """A scipy.sparse matrix in CSR format, (m, n): 1 for each neighbour, or its distance with mode='distance'."""
        _check_mode(mode)
        csr_matrix = _sparse()
        distances, indices = (on_host(each) for each in self.kneighbors(X, n_neighbors))
        m, k = indices.shape
        data = np.ones(m * k) if mode == "connectivity" else distances.ravel().astype(np.float64)
        return csr_matrix((data, indices.ravel(), np.arange(0, m * k + 1, k)), shape=(m, self.n_samples_fit_))

    def _within(self, X: Any, radius: float | None, by_distance: bool) -> Within:
        search = self._fitted()
        length = self.radius if radius is None else radius
        if not isinstance(length, numbers.Real) or isinstance(length, bool) or np.isnan(float(length)):
            raise _refuse("radius", f"{length!r} is no length", "give a number")
        query = None if X is None else self._points(X)
        if query is not None and not isinstance(query, np.ndarray):
            hint = "bring it to the host: cupy's array.get(), torch's tensor.cpu()"
            raise _refuse("X", "balls are searched on the host, and X lies on a GPU", hint)
        found = search.within(query, float(length), query is None)
        return found if by_distance else found.by_index()

    @overloads(
        {"return_distance": "Literal[True] = ...", "return": "tuple[np.ndarray, np.ndarray]"},
        {"return_distance": "Literal[False]", "return": "np.ndarray"},
        {"return_distance": "bool = ...", "return": "Any"},
    )
    def radius_neighbors(self, X: Any = None, radius: float | None = None, return_distance: bool = True, sort_results: bool = False) -> Any:
        """(distances, indices) of all neighbours that are no farther than the radius, or the indices alone: arrays of m arrays, by index, or nearest
        first with sort_results. X : (m, d); None: the reference, whose points leave out themselves."""
        if sort_results and not return_distance:
            raise _refuse("sort_results", "return_distance must be True if sort_results is True.", "leave one of the two out")
        starts, indices, distances = self._within(X, radius, sort_results)
        rows = _in_rows(indices, starts)
        return (_in_rows(distances, starts), rows) if return_distance else rows

    def radius_neighbors_graph(self, X: Any = None, radius: float | None = None, mode: str = "connectivity", sort_results: bool = False) -> Any:
        """A scipy.sparse matrix in CSR format, (m, n): 1 for each neighbour within the radius, or its distance with mode='distance'."""
        _check_mode(mode)
        csr_matrix = _sparse()
        starts, indices, distances = self._within(X, radius, sort_results)
        data = np.ones(len(indices)) if mode == "connectivity" else distances.astype(np.float64)
        return csr_matrix((data, indices, starts), shape=(len(starts) - 1, self.n_samples_fit_))

    def transform(self, X: Any) -> Any:
        """The graph of distances to the n_neighbors + 1 nearest, of which a point of the reference itself is one: as KNeighborsTransformer does."""
        self._fitted()
        return self.kneighbors_graph(X, self._number_of_neighbours(self.n_neighbors) + 1, mode="distance")

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """fit(X).transform(X)."""
        return self.fit(X).transform(X)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names of the columns that transform() gives, one for each point of the reference."""
        self._fitted()
        return np.array([f"{type(self).__name__.lower()}{i}" for i in range(self.n_samples_fit_)], dtype=object)

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        search = state.pop("_search", None)
        return state if search is None else {**state, "_search": (search.points(), search.keywords)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        search = state.get("_search")
        super().__setstate__(state if search is None else {**state, "_search": Search(*search)})

    def __repr__(self) -> str:
        defaults = {name: parameter.default for name, parameter in inspect.signature(type(self).__init__).parameters.items()}
        told = [f"{name}={value!r}" for name, value in self.get_params().items() if name == "n_neighbors" or value != defaults[name]]
        return f"arete.NearestNeighbors({', '.join(told)})"


def _points_of(X: Any) -> Any:
    """Those of a fitted NearestNeighbors, or of a KDTree or BallTree of scikit-learn or SciPy; others as they are."""
    if isinstance(X, NearestNeighbors):
        return X._fitted().points()
    if hasattr(X, "_fit_X"):
        return X._fit_X
    return np.asarray(X.data) if hasattr(X, "data") and hasattr(X, "query") and not hasattr(X, "columns") else X


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


def _wrong_type(where: str, reason: str, hint: str) -> Error:
    return WrongTypeError(_CANNOT, where, reason, hint)


def _check_mode(mode: str) -> None:
    if mode not in ("connectivity", "distance"):
        reason = f'Unsupported mode, must be one of "connectivity", or "distance" but got "{mode}" instead'
        raise Error("cannot make the graph", "mode", reason, "give 'connectivity' or 'distance'")


def _in_rows(values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    rows = np.empty(len(starts) - 1, object)
    for row, (begin, end) in enumerate(zip(starts[:-1].tolist(), starts[1:].tolist())):
        rows[row] = values[begin:end].copy()
    return rows
