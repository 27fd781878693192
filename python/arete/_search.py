"""Searches behind the estimator: the engine's for up to 16 coordinates, of which 1024 neighbours or a ball, and all pairs in NumPy for more.

Both compute a distance as the root of the sum of squared differences, coordinate by coordinate in the type of the points, and give ties to the
lower index: the answers have the same bits. All pairs take m · n products, for which |a|² + |b|² − 2 a·b is computed first by the matrix product;
those that its rounding leaves in doubt are computed as above.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from arete._gpu import GpuArray
from arete._neighbours import answers, searcher

MOST_COORDINATES, MOST_NEIGHBOURS = 16, 1024
_BLOCK = 1 << 22  # numbers that a step of a search may take


class Within(NamedTuple):
    """Neighbours within a radius, of each query those from starts[i] to starts[i + 1], nearest first."""

    starts: np.ndarray
    indices: np.ndarray
    distances: np.ndarray

    def by_index(self) -> Within:
        """The same in the order of their indices."""
        order = np.lexsort((self.indices, np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))))
        return Within(self.starts, self.indices[order], self.distances[order])


class Search:
    """A reference that is asked often, by several threads where they want: they take turns."""

    def __init__(self, reference: Any, keywords: dict[str, Any]) -> None:
        self.keywords = keywords
        self._searcher = None
        self._reference: np.ndarray | None = None
        if not isinstance(reference, np.ndarray) or reference.shape[1] <= MOST_COORDINATES:
            self._searcher = searcher(reference, keywords, None)
        else:
            self._reference = np.array(reference)

    def points(self) -> np.ndarray:
        """A copy of the reference."""
        return np.array(self._reference) if self._searcher is None else self._searcher.points()

    def nearest(self, queries: Any, k: int, exclude_self: bool) -> tuple[Any, Any]:
        """Indices and distances, (m, k). `queries`: None for the reference."""
        if self._searcher is not None and k <= MOST_NEIGHBOURS:
            return answers(self._searcher.query(queries, k, exclude_self, None))
        reference, asked = self._both(queries)
        found = [_of_all(reference, asked[rows], k + exclude_self) for rows in _blocks(len(asked), len(reference))]
        indices, distances = (np.concatenate(parts) for parts in zip(*found))
        return _without_self(indices, distances) if exclude_self else (indices, distances)

    def within(self, queries: Any, radius: float, exclude_self: bool) -> Within:
        """All neighbours that are no farther than the radius, which is compared as a double."""
        if self._searcher is not None and radius >= 0:
            return Within(*self._searcher.within(queries, radius, True, exclude_self, None))
        reference, asked = self._both(queries)
        if radius < 0:
            return Within(np.zeros(len(asked) + 1, np.int64), np.empty(0, np.int64), np.empty(0, reference.dtype))
        parts = [_all_within(reference, asked[rows], radius) for rows in _blocks(len(asked), len(reference))]
        counts = np.concatenate([part[0] for part in parts])
        indices, distances = (np.concatenate([part[i] for part in parts]) for i in (1, 2))
        starts = np.concatenate([[0], np.cumsum(counts)])
        if not exclude_self:
            return Within(starts, indices, distances)
        others = indices != np.repeat(np.arange(len(asked)), counts)
        kept = np.concatenate([[0], np.cumsum(others)])
        return Within(kept[starts], indices[others], distances[others])

    def _both(self, queries: Any) -> tuple[np.ndarray, np.ndarray]:
        reference = self.points()
        if queries is None:
            return reference, reference
        asked = queries if isinstance(queries, np.ndarray) else np.asarray(queries)
        common = np.result_type(reference, asked)
        return reference.astype(common, copy=False), asked.astype(common, copy=False)


def _blocks(count: int, each: int) -> Iterator[slice]:
    step = max(1, _BLOCK // max(each, 1))
    yield from (slice(begin, begin + step) for begin in range(0, count, step))


def _without_self(indices: np.ndarray, distances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One column less: that of the point itself or, where equal points come before it, the last."""
    others = indices != np.arange(len(indices))[:, None]
    others[others.all(axis=1), -1] = False
    shape = (len(indices), indices.shape[1] - 1)
    return indices[others].reshape(shape), distances[others].reshape(shape)


def _squared(reference: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """Of pairs, row by row: in the order of the coordinates, as the engine adds."""
    total = np.square(asked[:, 0] - reference[:, 0])
    for axis in range(1, reference.shape[1]):
        total += np.square(asked[:, axis] - reference[:, axis])
    return total


def _about(reference: np.ndarray, asked: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Squared distances of all pairs, and by how much those of a query may differ from _squared()."""
    a, b = asked.astype(np.float64, copy=False), reference.astype(np.float64, copy=False)
    middle = b.mean(axis=0)
    a, b = a - middle, b - middle
    a_squared, b_squared = np.einsum("ij,ij->i", a, a), np.einsum("ij,ij->i", b, b)
    about = a_squared[:, None] + b_squared - 2 * (a @ b.T)
    largest = np.abs(asked).max(axis=1, initial=0).astype(np.float64) + np.abs(reference).max(initial=0)
    unit = 8 * (reference.shape[1] + 4)
    slack = unit * float(np.finfo(np.float64).eps) * (reference.shape[1] * largest**2) + unit * float(np.finfo(reference.dtype).eps) * (
        a_squared + b_squared.max(initial=0)
    )
    return about, slack


def _of_all(reference: np.ndarray, asked: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The k nearest of a block of queries."""
    about, slack = _about(reference, asked)
    bound = np.partition(about, k - 1, axis=1)[:, k - 1] + 2 * slack
    indices, distances = np.empty((len(asked), k), np.int64), np.empty((len(asked), k), reference.dtype)
    for row in range(len(asked)):
        near = np.flatnonzero(about[row] <= bound[row])
        squared = _squared(reference[near], asked[row : row + 1])
        order = np.argsort(squared, kind="stable")[:k]
        indices[row], distances[row] = near[order], np.sqrt(squared[order])
    return indices, distances


def _all_within(reference: np.ndarray, asked: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Counts, indices and distances, nearest first."""
    about, slack = _about(reference, asked)
    query, index = np.nonzero(about <= (radius * radius * (1 + 1e-6) + slack)[:, None])
    distance = np.sqrt(_squared(reference[index], asked[query]))
    inside = distance.astype(np.float64, copy=False) <= radius
    query, index, distance = query[inside], index[inside], distance[inside]
    order = np.lexsort((index, distance, query))
    return np.bincount(query, minlength=len(asked)), index[order], distance[order]


def on_host(found: Any) -> np.ndarray:
    """Answers of a GPU as an array."""
    return found.get() if isinstance(found, GpuArray) else found
