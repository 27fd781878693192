#include "compute/measures/quality/vertex_graph.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "compute/core/union_find.h"
#include "compute/measures/quality/points.h"

namespace arete::cpu {

static constexpr uint32_t kNoVertex = UINT32_MAX;

double VertexGraph::length(const std::pair<uint32_t, uint32_t>& edge) const {
  return std::sqrt(squaredDistance(point(edge.first), point(edge.second), dimension));
}

static void sortEdges(VertexGraph& graph) {
  std::sort(graph.edges.begin(), graph.edges.end());
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
}

/// Per row the number of its vertex; fills the points of the graph.
static std::vector<uint32_t> joinVertices(const std::vector<double>& rows, double join, VertexGraph& graph, const StageContext& context) {
  const size_t d = graph.dimension;
  const DistinctPoints distinct = distinctPoints(rows, d);
  std::vector<double> points;
  for (uint32_t row : distinct.rows) points.insert(points.end(), &rows[row * d], &rows[row * d] + d);
  const SegmentTree tree = treeOfPoints(points, d);
  std::vector<uint32_t> vertexOf(distinct.rows.size(), kNoVertex);
  StopTicker ticker(context);
  for (uint32_t i = 0; i < vertexOf.size(); ++i) {
    ticker();
    if (vertexOf[i] != kNoVertex) continue;
    const auto vertex = uint32_t(graph.size());
    graph.points.insert(graph.points.end(), &points[i * d], &points[i * d] + d);
    vertexOf[i] = vertex;
    tree.forEachWithin(std::span(points).subspan(i * d, d), join, [&](uint32_t other) {
      if (vertexOf[other] == kNoVertex) vertexOf[other] = vertex;
    });
  }
  std::vector<uint32_t> result(distinct.of.size());
  for (size_t row = 0; row < result.size(); ++row) result[row] = vertexOf[distinct.of[row]];
  return result;
}

VertexGraph vertexGraph(const Polylines& lines, double join, const StageContext& context) {
  VertexGraph graph;
  if (lines.empty()) return graph;
  graph.dimension = size_t(lines.dimension);
  std::vector<double> rows;
  for (const std::vector<double>& line : lines.lines) rows.insert(rows.end(), line.begin(), line.end());
  const std::vector<uint32_t> vertex = joinVertices(rows, join, graph, context);
  size_t first = 0;
  for (size_t line = 0; line < lines.size(); ++line) {
    const size_t count = lines.vertexCount(line);
    for (size_t v = 0; v + (lines.closed[line] ? 0 : 1) < count; ++v) {
      const uint32_t a = vertex[first + v], b = vertex[first + (v + 1) % count];
      if (a != b) graph.edges.push_back(std::minmax(a, b));
    }
    first += count;
  }
  sortEdges(graph);
  return graph;
}

std::vector<uint32_t> degreesOf(const VertexGraph& graph) {
  std::vector<uint32_t> degree(graph.size());
  for (const auto& [a, b] : graph.edges) ++degree[a], ++degree[b];
  return degree;
}

// Healing

static void divideEdges(VertexGraph& graph, double step) {
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  const size_t d = graph.dimension;
  for (const auto& edge : graph.edges) {
    const auto parts = uint32_t(std::max(1.0, std::ceil(graph.length(edge) / step)));
    uint32_t last = edge.first;
    for (uint32_t part = 1; part < parts; ++part) {
      const double share = double(part) / parts;
      const auto added = uint32_t(graph.size());
      for (size_t k = 0; k < d; ++k) {
        const double a = graph.point(edge.first)[k], b = graph.point(edge.second)[k];
        graph.points.push_back(a + share * (b - a));
      }
      edges.push_back(std::minmax(last, added));
      last = added;
    }
    edges.push_back(std::minmax(last, edge.second));
  }
  graph.edges = std::move(edges);
  sortEdges(graph);
}

uint32_t heal(VertexGraph& graph, double reach, double step, const StageContext& context) {
  divideEdges(graph, step);
  UnionFind pieces(graph.size());
  for (const auto& [a, b] : graph.edges) pieces.join(a, b);
  const std::vector<uint32_t> degree = degreesOf(graph);
  const SegmentTree tree = treeOfPoints(graph.points, graph.dimension);
  std::vector<std::tuple<double, uint32_t, uint32_t>> gaps;
  for (uint32_t end = 0; end < degree.size(); ++end) {
    if (degree[end] != 1) continue;
    context.checkStop();
    tree.forEachWithin({graph.point(end), graph.dimension}, reach, [&](uint32_t other) {
      if (degree[other] == 0 || pieces.find(other) == pieces.find(end)) return;
      gaps.emplace_back(squaredDistance(graph.point(end), graph.point(other), graph.dimension), end, other);
    });
  }
  std::sort(gaps.begin(), gaps.end());
  uint32_t closed = 0;
  for (const auto& [distance, end, other] : gaps) {
    if (!pieces.join(end, other)) continue;
    graph.edges.push_back(std::minmax(end, other));
    ++closed;
  }
  sortEdges(graph);
  return closed;
}

// Chains

namespace {

/// The edges at each vertex, one vertex after the other, neighbours ascending.
class Neighbours {
 public:
  struct Link {
    uint32_t vertex, edge;
  };
  explicit Neighbours(const VertexGraph& graph) : begin_(graph.size() + 1), links_(2 * graph.edges.size()) {
    for (const auto& [a, b] : graph.edges) ++begin_[a + 1], ++begin_[b + 1];
    for (size_t v = 1; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
    std::vector<size_t> next(begin_.begin(), begin_.end() - 1);
    // Edges ascend by their lower vertex, so those from lower vertices come first, each kind in order.
    for (uint32_t e = 0; e < graph.edges.size(); ++e) links_[next[graph.edges[e].second]++] = {graph.edges[e].first, e};
    for (uint32_t e = 0; e < graph.edges.size(); ++e) links_[next[graph.edges[e].first]++] = {graph.edges[e].second, e};
  }
  std::span<const Link> at(uint32_t vertex) const { return std::span(links_).subspan(begin_[vertex], begin_[vertex + 1] - begin_[vertex]); }

 private:
  std::vector<size_t> begin_;
  std::vector<Link> links_;
};

}  // namespace

std::vector<VertexChain> chainsOf(const VertexGraph& graph, const StageContext& context) {
  const Neighbours neighbours(graph);
  std::vector<bool> walked(graph.edges.size());
  std::vector<VertexChain> chains;
  StopTicker ticker(context);
  const auto walk = [&](uint32_t start, Neighbours::Link link) {
    VertexChain chain{{start}, 0};
    for (;;) {
      ticker();
      walked[link.edge] = true;
      chain.vertices.push_back(link.vertex);
      chain.length += graph.length(graph.edges[link.edge]);
      const auto around = neighbours.at(link.vertex);
      if (around.size() != 2 || link.vertex == start) break;
      link = around[around[0].edge == link.edge ? 1 : 0];
    }
    chains.push_back(std::move(chain));
  };
  for (const bool closed : {false, true})
    for (uint32_t v = 0; v < graph.size(); ++v)
      if (const auto around = neighbours.at(v); (around.size() == 2) == closed)
        for (const Neighbours::Link& link : around)
          if (!walked[link.edge]) walk(v, link);
  return chains;
}

}  // namespace arete::cpu
