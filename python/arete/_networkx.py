"""Detections as graphs of networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from arete._errors import Error

if TYPE_CHECKING:
    from arete._detection import Detection


def _library() -> Any:
    try:
        import networkx
    except ImportError as error:
        raise Error("cannot make a graph", "networkx", "it is not installed", "install python3-networkx, or save('curve.graphml')") from error
    return networkx


def _lengths(detection: Detection) -> np.ndarray:
    points, edges = detection.points.astype(np.float64), detection.edges.astype(np.int64)
    return np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)


def full_graph(detection: Detection) -> Any:
    """A node for each point, an edge for each edge."""
    graph = _library().Graph()
    for node, place in enumerate(detection.points.tolist()):
        graph.add_node(node, pos=tuple(place))
    support = None if detection.support is None else detection.support.edge_support
    for row, ((a, b), length) in enumerate(zip(detection.edges.tolist(), _lengths(detection).tolist())):
        graph.add_edge(a, b, length=length, **({} if support is None else {"support": float(support[row])}))
    return graph


def simple_graph(detection: Detection) -> Any:
    """A node for each end and junction, an edge for each chain between them."""
    graph = _library().MultiGraph()
    for chain, closed in zip(detection.chains, detection.closed):
        nodes = np.append(chain, chain[:1]) if closed else chain
        places = detection.points[nodes].astype(np.float64)
        for node, place in ((int(nodes[0]), places[0]), (int(nodes[-1]), places[-1])):
            graph.add_node(node, pos=tuple(place.tolist()))
        length = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
        graph.add_edge(int(nodes[0]), int(nodes[-1]), length=length, chain=[int(node) for node in nodes])
    return graph
