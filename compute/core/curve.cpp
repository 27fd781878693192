#include "compute/core/curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/core/error.h"

namespace arete {

namespace {

/// Checks the stop token once in a few thousand calls.
class StopCheck {
 public:
  explicit StopCheck(std::stop_token stop) : stop_(std::move(stop)) {}
  void operator()() {
    constexpr uint32_t kEvery = 4096;
    if (calls_++ % kEvery == 0 && stop_.stop_requested()) throw Cancelled{};
  }

 private:
  const std::stop_token stop_;
  uint32_t calls_ = 0;
};

/// Ascending, each once: distributed by their first node, then the few of each node are sorted.
std::vector<Edge> inOrder(uint32_t nodes, const std::vector<Edge>& edges, StopCheck& checkStop) {
  std::vector<size_t> next(size_t(nodes) + 1);
  for (const Edge& e : edges) checkStop(), ++next[e.a + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Edge> sorted(edges.size());
  for (const Edge& e : edges) checkStop(), sorted[next[e.a]++] = e;
  size_t begin = 0, kept = 0;
  for (uint32_t node = 0; node < nodes; begin = next[node++]) {  // next[node] is now the end of its edges
    checkStop();
    const auto first = sorted.begin() + ptrdiff_t(begin), last = sorted.begin() + ptrdiff_t(next[node]);
    std::sort(first, last);
    for (auto edge = first; edge != last; ++edge)
      if (kept == 0 || *edge != sorted[kept - 1]) sorted[kept++] = *edge;
  }
  sorted.resize(kept);
  return sorted;
}

/// Neighbours of every node in ascending order, in one array.
struct Adjacency {
  std::vector<uint32_t> first, neighbour, edge;

  Adjacency(uint32_t nodes, const std::vector<Edge>& edges, StopCheck& checkStop)
      : first(size_t(nodes) + 1), neighbour(2 * edges.size()), edge(2 * edges.size()) {
    for (const Edge& e : edges) ++first[e.a + 1], ++first[e.b + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    const auto add = [&](uint32_t from, uint32_t to, size_t e) { neighbour[next[from]] = to, edge[next[from]++] = uint32_t(e); };
    for (size_t e = 0; e < edges.size(); ++e) checkStop(), add(edges[e].b, edges[e].a, e);  // edges ascend: lower neighbours first, in order
    for (size_t e = 0; e < edges.size(); ++e) checkStop(), add(edges[e].a, edges[e].b, e);
  }
  uint32_t degree(uint32_t node) const { return first[node + 1] - first[node]; }
};

class Walker {
 public:
  Walker(const Adjacency& graph, size_t edges, StopCheck& checkStop) : graph_(graph), used_(edges), checkStop_(checkStop) {}

  /// Follows unused edges from slot `slot` of `start` until a node of degree ≠ 2, or round to the start.
  Polyline walk(uint32_t start, uint32_t slot) {
    Polyline line{{start}, false};
    for (uint32_t node = start;;) {
      checkStop_();
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
      checkStop_();
      if (ends && graph_.degree(node) == 2) continue;
      for (uint32_t slot = graph_.first[node]; slot < graph_.first[node + 1]; ++slot)
        if (!used_[graph_.edge[slot]]) lines.push_back(walk(node, slot));
    }
  }

 private:
  const Adjacency& graph_;
  std::vector<bool> used_;
  StopCheck& checkStop_;
};

}  // namespace

static double lengthOf(const PointArray& nodes, const std::vector<Edge>& edges, StopCheck& checkStop) {
  double length = 0;
  for (const Edge& e : edges) {
    checkStop();
    double sum = 0;
    for (int k = 0; k < nodes.dimension(); ++k) {
      const double difference = nodes.coordinate(e.a, k) - nodes.coordinate(e.b, k);
      sum += difference * difference;
    }
    length += std::sqrt(sum);
  }
  return length;
}

static uint32_t countComponents(uint32_t nodes, const std::vector<Edge>& edges, const Adjacency& graph, StopCheck& checkStop) {
  std::vector<uint32_t> parent(nodes);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](uint32_t node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  uint32_t components = 0;
  for (uint32_t node = 0; node < nodes; ++node) components += graph.degree(node) > 0;
  for (const Edge& e : edges) {
    checkStop();
    if (const uint32_t a = root(e.a), b = root(e.b); a != b) parent[b] = a, --components;
  }
  return components;
}

Curve makeCurve(PointArray nodes, std::vector<Edge> edges, std::stop_token stop) {
  StopCheck checkStop(std::move(stop));
  Curve curve;
  const uint32_t count = nodes.size();
  edges = inOrder(count, edges, checkStop);
  const Adjacency graph(count, edges, checkStop);
  Walker walker(graph, edges.size(), checkStop);
  walker.collect(count, true, curve.polylines);
  walker.collect(count, false, curve.polylines);

  uint32_t joined = 0;
  for (uint32_t node = 0; node < count; ++node) {
    joined += graph.degree(node) > 0;
    curve.ends += graph.degree(node) == 1;
    curve.junctions += graph.degree(node) > 2;
  }
  curve.components = countComponents(count, edges, graph, checkStop);
  curve.loops = uint32_t(edges.size()) + curve.components - joined;
  curve.length = lengthOf(nodes, edges, checkStop);
  curve.nodes = std::move(nodes);
  curve.edges = std::move(edges);
  return curve;
}

}  // namespace arete
