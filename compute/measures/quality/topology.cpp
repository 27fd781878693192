// The graph of a set of lines: vertices within the join tolerance are one node (union-find over near pairs), consecutive ones an edge.
// Time n log n. Becomes meaningless when the tolerance comes near the distance between neighbouring vertices.
#include <algorithm>
#include <utility>

#include "compute/core/union_find.h"
#include "compute/measures/quality/contract.h"
#include "compute/measures/quality/points.h"

namespace arete {

namespace {

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

/// Joins points within the tolerance of each other. Equal points first: thousands in one place must not produce all their pairs.
void joinNear(const std::vector<double>& points, size_t d, double tolerance, UnionFind& nodes) {
  const cpu::DistinctPoints distinct = cpu::distinctPoints(points, d);
  std::vector<double> pieces;
  for (uint32_t row : distinct.rows) pieces.insert(pieces.end(), &points[row * d], &points[row * d] + d);
  for (uint32_t row = 0; row < distinct.of.size(); ++row) nodes.join(row, distinct.rows[distinct.of[row]]);
  const SegmentTree tree = cpu::treeOfPoints(pieces, d);
  for (uint32_t row : distinct.rows)
    tree.forEachWithin(std::span(points).subspan(row * d, d), tolerance, [&](uint32_t other) { nodes.join(row, distinct.rows[other]); });
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
