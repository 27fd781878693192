// The graph of a set of lines: vertices within the join tolerance are one node (union-find over near pairs), consecutive ones an edge.
// Time n log n. Loses its meaning when the tolerance comes near the distance of neighbouring vertices.
#include <algorithm>
#include <compare>
#include <numeric>
#include <utility>

#include "compute/cpu/quality/segment_tree.h"
#include "compute/stages/quality.h"

namespace arete {

namespace {

class UnionFind {
 public:
  explicit UnionFind(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  uint32_t find(uint32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  /// The lower root stays. False when they were one already.
  bool join(uint32_t a, uint32_t b) {
    a = find(a), b = find(b);
    if (a == b) return false;
    parent_[std::max(a, b)] = std::min(a, b);
    return true;
  }

 private:
  std::vector<uint32_t> parent_;
};

using NodePair = std::pair<uint32_t, uint32_t>;

std::vector<NodePair> edgesOf(const Polylines& lines, UnionFind& nodes) {
  std::vector<NodePair> edges;
  uint32_t first = 0;
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto vertices = uint32_t(lines.vertexCount(line));
    for (uint32_t v = 0; v < vertices; ++v) {
      if (v + 1 == vertices && !lines.closed[line]) break;
      const uint32_t a = nodes.find(first + v), b = nodes.find(first + (v + 1) % vertices);
      if (a != b) edges.push_back(std::minmax(a, b));
    }
    first += vertices;
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

/// Joins points within the tolerance of each other. Equal points first, by sorting: thousands in one place must not become all their pairs.
void joinNear(const std::vector<double>& points, size_t d, double tolerance, UnionFind& nodes) {
  std::vector<uint32_t> order(points.size() / d);
  std::iota(order.begin(), order.end(), 0u);
  const auto compare = [&](uint32_t a, uint32_t b) {
    return std::lexicographical_compare_three_way(&points[a * d], &points[a * d] + d, &points[b * d], &points[b * d] + d);
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return compare(a, b) < 0; });
  std::vector<uint32_t> distinct;
  for (uint32_t i : order)
    if (distinct.empty() || compare(distinct.back(), i) != 0) distinct.push_back(i);
    else nodes.join(distinct.back(), i);
  std::vector<double> pieces;  // of length 0
  for (uint32_t i : distinct)
    for (int end = 0; end < 2; ++end) pieces.insert(pieces.end(), &points[i * d], &points[i * d] + d);
  const cpu::SegmentTree tree(std::move(pieces), int(d));
  for (uint32_t i : distinct)
    tree.forEachWithin(std::span(points).subspan(i * d, d), tolerance, [&](uint32_t other) { nodes.join(i, distinct[other]); });
}

}  // namespace

Topology topologyOf(const Polylines& lines, double joinTolerance) {
  Topology topology;
  if (lines.empty()) return topology;
  const size_t d = size_t(lines.dimension);
  std::vector<double> vertices;
  for (const std::vector<double>& line : lines.lines) vertices.insert(vertices.end(), line.begin(), line.end());
  const size_t count = vertices.size() / d;
  UnionFind nodes(count);
  joinNear(vertices, d, joinTolerance, nodes);

  const std::vector<NodePair> edges = edgesOf(lines, nodes);
  std::vector<uint32_t> degree(count);
  UnionFind components(count);
  uint32_t used = 0, joins = 0;
  for (const auto& [a, b] : edges) {
    used += (degree[a]++ == 0) + (degree[b]++ == 0);
    joins += components.join(a, b);
  }
  topology.components = used - joins;
  topology.loops = uint32_t(edges.size()) - joins;
  for (size_t i = 0; i < count; ++i) {
    topology.junctions += degree[i] > 2;
    topology.ends += degree[i] == 1;
    if (degree[i] == 1) topology.endPoints.insert(topology.endPoints.end(), &vertices[i * d], &vertices[i * d] + d);
  }
  return topology;
}

}  // namespace arete
