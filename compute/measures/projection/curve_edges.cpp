#include "compute/measures/projection/curve_edges.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace arete {

namespace {

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) sum += (b[k] - a[k]) * (b[k] - a[k]);
  return std::sqrt(sum);
}

/// Appends to a path, whose length so far it knows.
void extend(CurveEdges& curve, CurveEdge& edge, uint32_t path) {
  edge.path = path;
  edge.length = distance(curve.vertex(edge.a), curve.vertex(edge.b));
  edge.start = curve.paths[path].length;
  curve.paths[path].length += edge.length;
}

/// Numbers the connected pieces; `same`: for each vertex, the one that stands for all in its place.
void nameComponents(CurveEdges& curve, const std::vector<uint32_t>& same) {
  std::vector<uint32_t> parent = same, number(same.size(), UINT32_MAX);
  const auto top = [&](uint32_t vertex) {
    for (; parent[vertex] != vertex; vertex = parent[vertex]) parent[vertex] = parent[parent[vertex]];
    return vertex;
  };
  for (const CurveEdge& edge : curve.edges) {
    const uint32_t a = top(edge.a), b = top(edge.b);
    parent[std::max(a, b)] = std::min(a, b);
  }
  std::vector<bool> joined(same.size());
  for (const CurveEdge& edge : curve.edges) joined[top(edge.a)] = true;
  for (uint32_t vertex = 0; vertex < same.size(); ++vertex)
    if (top(vertex) == vertex && joined[vertex]) number[vertex] = curve.components++;
  for (const CurveEdge& edge : curve.edges) curve.paths[edge.path].component = number[top(edge.a)];
}

/// For each vertex, the lowest one with the same coordinates.
std::vector<uint32_t> lowestInPlace(const CurveEdges& curve) {
  std::vector<uint32_t> order(curve.vertices.size() / size_t(std::max(curve.dimension, 1))), lowest(order.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto before = [&](uint32_t i, uint32_t j) { return std::ranges::lexicographical_compare(curve.vertex(i), curve.vertex(j)); };
  std::ranges::stable_sort(order, before);
  for (size_t i = 0; i < order.size(); ++i) lowest[order[i]] = i > 0 && !before(order[i - 1], order[i]) ? lowest[order[i - 1]] : order[i];
  return lowest;
}

}  // namespace

double CurveEdges::length() const {
  double sum = 0;
  for (const CurvePath& path : paths) sum += path.length;
  return sum;
}

CurveEdges edgesOf(const Curve& curve) {
  CurveEdges result{.dimension = curve.nodes.dimension()};
  result.vertices.reserve(size_t(curve.nodes.size()) * size_t(result.dimension));
  for (uint32_t node = 0; node < curve.nodes.size(); ++node)
    for (int k = 0; k < result.dimension; ++k) result.vertices.push_back(curve.nodes.coordinate(node, k));
  for (const Edge& edge : curve.edges) result.edges.push_back({.a = edge.a, .b = edge.b});
  for (const Polyline& polyline : curve.polylines) {
    result.paths.push_back({.closed = polyline.closed});
    const size_t count = polyline.nodes.size();
    for (size_t i = 0; i + 1 < count + size_t(polyline.closed); ++i) {
      const uint32_t from = polyline.nodes[i], to = polyline.nodes[(i + 1) % count];
      const Edge wanted{std::min(from, to), std::max(from, to)};
      CurveEdge& edge = result.edges[size_t(std::ranges::lower_bound(curve.edges, wanted) - curve.edges.begin())];
      edge.backwards = edge.a != from;
      extend(result, edge, uint32_t(result.paths.size()) - 1);
    }
  }
  std::vector<uint32_t> itself(curve.nodes.size());
  std::iota(itself.begin(), itself.end(), 0u);
  nameComponents(result, itself);
  return result;
}

CurveEdges edgesOf(const Polylines& lines, const PointCloud::Origin& origin) {
  CurveEdges result{.dimension = lines.dimension};
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto first = uint32_t(result.vertices.size() / size_t(lines.dimension));
    const auto count = uint32_t(lines.vertexCount(line));
    for (size_t i = 0; i < lines.lines[line].size(); ++i) result.vertices.push_back(lines.lines[line][i] - origin[i % size_t(lines.dimension)]);
    result.paths.push_back({.closed = lines.closed[line] && count > 1});
    for (uint32_t i = 0; i + 1 < count + uint32_t(result.paths.back().closed); ++i) {
      CurveEdge edge{.a = first + i, .b = first + (i + 1) % count};
      extend(result, edge, uint32_t(line));
      result.edges.push_back(edge);
    }
  }
  nameComponents(result, lowestInPlace(result));
  return result;
}

}  // namespace arete
