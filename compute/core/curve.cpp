#include "compute/core/curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/core/error.h"

namespace arete {

namespace {

/// Neighbours of every node in ascending order, in one array.
struct Adjacency {
  std::vector<uint32_t> first, neighbour, edge;

  Adjacency(uint32_t nodes, const std::vector<Edge>& edges) : first(size_t(nodes) + 1), neighbour(2 * edges.size()), edge(2 * edges.size()) {
    for (const Edge& e : edges) ++first[e.a + 1], ++first[e.b + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    const auto add = [&](uint32_t from, uint32_t to, size_t e) { neighbour[next[from]] = to, edge[next[from]++] = uint32_t(e); };
    for (size_t e = 0; e < edges.size(); ++e) add(edges[e].b, edges[e].a, e);  // edges ascend: lower neighbours first, in order
    for (size_t e = 0; e < edges.size(); ++e) add(edges[e].a, edges[e].b, e);
  }
  uint32_t degree(uint32_t node) const { return first[node + 1] - first[node]; }
};

class Walker {
 public:
  Walker(const Adjacency& graph, size_t edges) : graph_(graph), used_(edges) {}

  /// Follows unused edges from slot `slot` of `start` until a node of degree ≠ 2, or round to the start.
  Polyline walk(uint32_t start, uint32_t slot) {
    Polyline line{{start}, false};
    for (uint32_t node = start;;) {
      used_[graph_.edge[slot]] = true;
      node = graph_.neighbour[slot];
      if (node == start && graph_.degree(node) == 2) {
        line.closed = true;
        return line;
      }
      line.nodes.push_back(node);
      if (graph_.degree(node) != 2) return line;
      slot = used_[graph_.edge[graph_.first[node]]] ? graph_.first[node] + 1 : graph_.first[node];
    }
  }

  /// All chains that start at nodes of degree ≠ 2 (`ends` true) or at any node that still has an unused edge.
  void collect(uint32_t nodes, bool ends, std::vector<Polyline>& lines) {
    for (uint32_t node = 0; node < nodes; ++node) {
      if (ends && graph_.degree(node) == 2) continue;
      for (uint32_t slot = graph_.first[node]; slot < graph_.first[node + 1]; ++slot)
        if (!used_[graph_.edge[slot]]) lines.push_back(walk(node, slot));
    }
  }

 private:
  const Adjacency& graph_;
  std::vector<bool> used_;
};

}  // namespace

static double lengthOf(const PointArray& nodes, const std::vector<Edge>& edges) {
  double length = 0;
  for (const Edge& e : edges) {
    double sum = 0;
    for (int k = 0; k < nodes.dimension(); ++k) {
      const double difference = nodes.coordinate(e.a, k) - nodes.coordinate(e.b, k);
      sum += difference * difference;
    }
    length += std::sqrt(sum);
  }
  return length;
}

static uint32_t countComponents(uint32_t nodes, const std::vector<Edge>& edges, const Adjacency& graph) {
  std::vector<uint32_t> parent(nodes);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](uint32_t node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  uint32_t components = 0;
  for (uint32_t node = 0; node < nodes; ++node) components += graph.degree(node) > 0;
  for (const Edge& e : edges)
    if (const uint32_t a = root(e.a), b = root(e.b); a != b) parent[b] = a, --components;
  return components;
}

Curve makeCurve(PointArray nodes, std::vector<Edge> edges, std::stop_token stop) {
  const auto checkStop = [&] {
    if (stop.stop_requested()) throw Cancelled{};
  };
  Curve curve;
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  checkStop();
  const uint32_t count = nodes.size();
  const Adjacency graph(count, edges);
  checkStop();
  Walker walker(graph, edges.size());
  walker.collect(count, true, curve.polylines);
  walker.collect(count, false, curve.polylines);
  checkStop();

  uint32_t joined = 0;
  for (uint32_t node = 0; node < count; ++node) {
    joined += graph.degree(node) > 0;
    curve.ends += graph.degree(node) == 1;
    curve.junctions += graph.degree(node) > 2;
  }
  curve.components = countComponents(count, edges, graph);
  curve.loops = uint32_t(edges.size()) + curve.components - joined;
  checkStop();
  curve.length = lengthOf(nodes, edges);
  curve.nodes = std::move(nodes);
  curve.edges = std::move(edges);
  return curve;
}

}  // namespace arete
