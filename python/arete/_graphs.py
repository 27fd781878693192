"""Graphs of networkx whose attributes every writer takes: numbers and texts. Tuples and lists are worked out of these where they are asked for."""

from __future__ import annotations

from typing import Any

import networkx

#: Coordinates by name, as in files.
AXES = ("x", "y", "z", *(f"x{k}" for k in range(4, 17)))


class _Data(dict[str, Any]):
    """Attributes of a node or an edge, with one more that is not among those that are written."""

    more: str = ""

    def worked_out(self) -> Any:
        """The value of that one; None where it cannot be worked out."""
        raise NotImplementedError

    def __missing__(self, name: str) -> Any:
        value = self.worked_out() if name == self.more else None
        if value is None:
            raise KeyError(name)
        return value

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (name == self.more and self.worked_out() is not None)

    def get(self, name: str, default: Any = None) -> Any:
        """As of any mapping."""
        return self[name] if name in self else default


class Place(_Data):
    """Of a node: `pos`, its coordinates as a tuple, as networkx.draw() takes them."""

    more = "pos"

    def worked_out(self) -> Any:
        place = tuple(dict.__getitem__(self, axis) for axis in AXES if dict.__contains__(self, axis))
        return place or None


class Way(_Data):
    """Of an edge between ends and junctions: `chain`, the rows of the detection's points on the way."""

    more = "chain"

    def worked_out(self) -> Any:
        return [int(node) for node in dict.__getitem__(self, "nodes").split()] if dict.__contains__(self, "nodes") else None


class CurveGraph(networkx.Graph):  # type: ignore[misc]
    """Of all points."""

    node_attr_dict_factory = Place


class WayGraph(networkx.MultiGraph):  # type: ignore[misc]
    """Of ends and junctions."""

    node_attr_dict_factory = Place
    edge_attr_dict_factory = Way
