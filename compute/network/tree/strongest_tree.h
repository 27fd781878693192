// Kruskal's algorithm, which every version of the stage ends with.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/union_find.h"

namespace arete::cpu {

/// Edges in the order in which they are wanted, each with what they are ordered by. Returns those that close no loop with earlier ones, ascending.
inline std::vector<Edge> strongestTree(const std::vector<std::pair<double, Edge>>& edges, size_t nodes) {
  UnionFind pieces(nodes);
  std::vector<Edge> kept;
  for (const auto& [weakness, edge] : edges)
    if (pieces.join(edge.a, edge.b)) kept.push_back(edge);
  std::ranges::sort(kept);
  return kept;
}

}  // namespace arete::cpu
