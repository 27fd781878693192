// A curve as a graph of its vertices, numbered by their coordinates: the order and the direction of the lines in a file change nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/polylines.h"

namespace arete::cpu {

struct VertexGraph {
  size_t dimension = 1;
  std::vector<double> points;                        ///< rows of `dimension` coordinates, a row for each vertex
  std::vector<std::pair<uint32_t, uint32_t>> edges;  ///< ascending, each once, first < second

  size_t size() const { return points.size() / dimension; }
  const double* point(uint32_t vertex) const { return &points[vertex * dimension]; }
  double length(const std::pair<uint32_t, uint32_t>& edge) const;
};

/// A vertex within `join` of one with a lower number is merged into it. This does not chain from vertex to vertex: a finely drawn curve
/// would become one point. Throws Cancelled.
VertexGraph vertexGraph(const Polylines& lines, double join, const StageContext& context);

/// Joins pieces as Kruskal does: shortest gap first, from an end to any place of another piece up to `reach` away. Before that edges are
/// divided so that places are at most `step` apart. Returns how many gaps were closed. Throws Cancelled.
uint32_t heal(VertexGraph& graph, double reach, double step, const StageContext& context);

/// Vertices in walking order, from one of degree ≠ 2 to the next, or once around; each edge in exactly one chain.
struct VertexChain {
  std::vector<uint32_t> vertices;  ///< of a loop the first one again at the end
  double length = 0;
};

/// Open chains in order of their lower end first, then closed ones.
std::vector<VertexChain> chainsOf(const VertexGraph& graph, const StageContext& context);

/// Number of edges at each vertex.
std::vector<uint32_t> degreesOf(const VertexGraph& graph);

}  // namespace arete::cpu
