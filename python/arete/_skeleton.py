"""What people do with a skeleton: another root, fewer branches, gaps that are joined."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from arete._detection import Detection
from arete._errors import Error


def rerooted(found: Detection, root: Any) -> Detection:
    touched = np.unique(found.edges)
    if isinstance(root, (int, np.integer)) and not isinstance(root, bool):
        node = int(root)
        if node not in touched:
            raise Error("cannot begin there", "root", f"no edge touches node {node}", "give a row of points with an edge, or a place")
    else:
        place = np.asarray(root, float)
        if place.shape != (found.points.shape[1],) or not np.isfinite(place).all() or not len(touched):
            raise Error("cannot begin there", "root", "it is neither a row of points nor a place", f"give {found.points.shape[1]} coordinates")
        node = int(touched[np.argmin(((found.points[touched] - place) ** 2).sum(axis=1))])
    made = copy.copy(found)
    made._root = node
    return made


def pruned(found: Detection, shorter_than: float | None, order: int | None, progress: Any) -> Detection:
    edits: list[dict[str, Any]] = []
    if order is not None:
        branches = found.branches()
        edges = [
            edge
            for branch in np.flatnonzero(branches["order"] > order)
            for edge in _edges_of(found.chains[branch], found.closed[branch])
        ]
        if edges:
            nodes, places = np.unique(np.array(edges), return_inverse=True)
            edits.append(_on(found, "delete_edges", nodes, edges=places.reshape(-1, 2).tolist()))
    if shorter_than is not None:
        if not 0 < shorter_than < np.inf:
            raise Error("cannot prune", "shorter_than", f"{shorter_than!r} is no length", "give a number larger than 0")
        edits.append({"do": "shorter_than", "length": float(shorter_than)})
    if not edits:
        return found
    made = found.edited(edits, progress=progress)
    roots = found.components()["root_node"]
    return _from(made, found.points[roots[0]]) if order is not None and len(roots) == 1 else made


def _from(made: Detection, root: np.ndarray) -> Detection:
    """It begins where it began before, if that is left."""
    at = np.flatnonzero((made.points == root).all(axis=1) & (made.degrees > 0))
    return rerooted(made, int(at[0])) if len(at) else made


def healed(found: Detection, gap: float, progress: Any) -> Detection:
    if not 0 < gap < np.inf:
        raise Error("cannot heal", "gap", f"{gap!r} is no length", "give a number larger than 0")
    piece = _pieces(found)
    touched = np.flatnonzero(piece >= 0)
    gaps = []
    for end in np.flatnonzero(found.degrees == 1):
        others = touched[piece[touched] != piece[end]]
        if len(others):
            squared = ((found.points[others] - found.points[end]) ** 2).sum(axis=1)
            for near in np.flatnonzero(squared <= gap * gap):
                gaps.append((float(squared[near]), int(end), int(others[near])))
    edits = []
    joined = {int(each): int(each) for each in np.unique(piece[touched])}

    def top(each: int) -> int:
        while joined[each] != each:
            each = joined[each]
        return each

    for _, a, b in sorted(gaps):
        first, second = top(int(piece[a])), top(int(piece[b]))
        if first != second:
            joined[max(first, second)] = min(first, second)
            edits.append(_on(found, "join", np.array([a, b])))
    return found.edited(edits, progress=progress) if edits else found


def _edges_of(chain: np.ndarray, closed: bool) -> list[tuple[int, int]]:
    ends = np.append(chain, chain[:1]) if closed else chain
    return [(int(a), int(b)) for a, b in zip(ends[:-1], ends[1:])]


def _on(found: Detection, do: str, nodes: np.ndarray, **more: Any) -> dict[str, Any]:
    return {"do": do, "nodes": found.points[nodes].astype(float).tolist(), **more}


def _pieces(found: Detection) -> np.ndarray:
    """(m,) for each point the lowest one of its piece; -1 without an edge."""
    piece = np.arange(len(found.points))
    edges = found.edges
    while True:
        least = piece.copy()
        np.minimum.at(least, edges[:, 0], piece[edges[:, 1]])
        np.minimum.at(least, edges[:, 1], piece[edges[:, 0]])
        least = least[least]
        if np.array_equal(least, piece):
            break
        piece = least
    return np.where(found.degrees > 0, piece, -1)
