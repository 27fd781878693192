"""Detections as graphs of networkx, with the names that GraphML files of this program have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from arete._errors import Error

if TYPE_CHECKING:
    from arete._detection import Detection


def _library() -> Any:
    try:
        from arete import _graphs
    except ImportError as error:
        raise Error("cannot make a graph", "networkx", "it is not installed", "install python3-networkx, or save('curve.graphml')") from error
    return _graphs


def _begin(graph: Any, detection: Detection) -> Any:
    if detection.cloud.crs:
        graph.graph["crs"] = detection.cloud.crs
    return graph


def _components(detection: Detection) -> np.ndarray:
    """Of each point the number of its component, in the order of their lowest points; −1 without an edge."""
    parent = np.arange(len(detection.points))
    for chain in detection.chains:  # every edge is in one
        parent[chain] = chain.min()
    while True:
        for chain in detection.chains:
            parent[chain] = parent[chain].min()
        lower = parent[parent]
        if np.array_equal(lower, parent):
            break
        parent = lower
    used = detection.degrees > 0
    _, numbers = np.unique(parent[used], return_inverse=True)
    found = np.full(len(parent), -1)
    found[used] = numbers
    return found


def _sureness(detection: Detection) -> list[dict[str, float]]:
    """Of each point how far the networks of the resamples are from it and, of a junction, what share of them has one there."""
    support = detection.support
    if support is None:
        return [{} for _ in detection.points]
    about = [{"spread": spread} for spread in support.node_spread.tolist()]
    for node, confidence in zip(support.junctions.tolist(), support.confidence.tolist()):
        about[node]["confidence"] = confidence
    return about


def _add_nodes(graph: Any, detection: Detection, nodes: list[int]) -> None:
    places, degrees, components = detection.points.tolist(), detection.degrees.tolist(), _components(detection).tolist()
    sureness = _sureness(detection)
    for node in nodes:
        place = {axis: float(value) for axis, value in zip(_library().AXES, places[node])}
        component = {} if components[node] < 0 else {"component": components[node]}
        graph.add_node(node, **place, degree=degrees[node], **component, **sureness[node])


def full_graph(detection: Detection) -> Any:
    """A node for each point, an edge for each edge."""
    graph = _begin(_library().CurveGraph(), detection)
    _add_nodes(graph, detection, list(range(len(detection.points))))
    points, edges = detection.points.astype(np.float64), detection.edges
    lengths = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1).tolist()
    support = None if detection.support is None else detection.support.edge_support.tolist()
    for row, (a, b) in enumerate(edges.tolist()):
        graph.add_edge(a, b, length=lengths[row], **({} if support is None else {"support": support[row]}))
    return graph


def simple_graph(detection: Detection) -> Any:
    """A node for each end and junction, an edge for each chain between them."""
    from arete._geo import line_columns

    graph = _begin(_library().WayGraph(), detection)
    ways = [np.append(chain, chain[:1]) if closed else chain for chain, closed in zip(detection.chains, detection.closed)]
    _add_nodes(graph, detection, sorted({int(end) for way in ways for end in (way[0], way[-1])}))
    columns = line_columns(detection)
    for row, way in enumerate(ways):
        about = {name: values[row] for name, values in columns.items()}
        graph.add_edge(int(way[0]), int(way[-1]), **about, nodes=" ".join(map(str, way.tolist())))
    return graph
