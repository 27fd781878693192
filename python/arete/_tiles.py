"""The tree of tiles of a cloud."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from arete import _arete
from arete._cloud import Cloud, cloud_from
from arete._points import indices
from arete._flags import arguments, split, takes
from arete._progress import callback
from arete._travels import Kept, Travels

#: The parts of a node; `parent` and `first_child` are −1 where there is none, begin and end a range of Tiles.order.
NODE = np.dtype([(name, np.int64) for name in ("parent", "first_child", "children", "begin", "end", "level")])
_NO_NODE = 2**32 - 1  # of the engine
_ANSWERS = ("nodes", "bounds", "order", "leaves", "levels", "touching", "surroundings", "note")


class Tiles(Travels):
    """A cloud divided into boxes. Numbers of points and nodes are int64."""

    def __init__(self, tiles: _arete.Tiles, cloud: Cloud) -> None:
        self._tiles = tiles
        self.cloud = cloud

    @functools.cached_property
    def nodes(self) -> np.ndarray:
        """(m,) records, level by level: parent, first_child, children, begin, end, level."""
        return indices(self._tiles.nodes(), _NO_NODE).view(NODE)[:, 0]

    @functools.cached_property
    def bounds(self) -> np.ndarray:
        """(m, 2, d) float64: the lower and the upper corner of each node, coordinates of the file."""
        return self._tiles.bounds()

    @functools.cached_property
    def order(self) -> np.ndarray:
        """(n,) int64: every cloud point once, in the order of the tiles."""
        return indices(self._tiles.order())

    @functools.cached_property
    def leaves(self) -> np.ndarray:
        """(k,) int64: the nodes without children, in the order of `order`."""
        return indices(self._tiles.leaves())

    @property
    def levels(self) -> int:
        """How many levels there are, with that of the whole cloud."""
        return self._tiles.levels()

    @property
    def note(self) -> str:
        """What could not be done as asked for; '' for nothing."""
        return self._tiles.note()

    def points_of(self, node: int) -> np.ndarray:
        """(k,) int64: the cloud points in a node."""
        found = self.nodes[node]
        return self.order[found["begin"] : found["end"]]

    def touching(self, leaf: int) -> np.ndarray | None:
        """Grouped tiles: the leaves (places in `leaves`) whose bounds touch those of a leaf; else None."""
        return self._of(self._tiles.touching(), leaf)

    def surroundings(self, leaf: int) -> np.ndarray | None:
        """Extended tiles: the cloud points of other leaves within R1 of the bounds of a leaf; else None."""
        return self._of(self._tiles.surroundings(), leaf)

    def _of(self, lists: Any, leaf: int) -> np.ndarray | None:
        if lists is None:
            return None
        starts, values = lists
        place = range(len(starts) - 1)[leaf]
        return indices(values[starts[place] : starts[place + 1]])

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_tiles": Kept({name: getattr(self._tiles, name)() for name in _ANSWERS})}

    def __repr__(self) -> str:
        return f"<arete.Tiles: {len(self.leaves)} tiles, {self.levels} levels, {len(self.order)} points>"


@takes("job", "read")
def tiles(points: Any, r1: float | None = None, *, progress: Any = None, **keywords: Any) -> Tiles:
    """Divides a cloud into tiles: tile_kind, tile_capacity, tiles_per_axis and tiled_axes say how. Points as in detect().

    r1 : how far the surroundings of extended tiles reach, in units of the cloud.
    """
    own = split("tiles", ("job", "read"), {"r1": r1, **keywords})
    words = arguments("tiles", ("job",), own["job"])
    cloud = cloud_from(points, own["read"], progress, "tiles")
    return Tiles(_arete.tiles(cloud._cloud, words, callback(progress)), cloud)
