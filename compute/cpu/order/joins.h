// The second half of order, shared by its versions: joining loose ends, closest first.
#pragma once

#include <algorithm>
#include <vector>

#include "compute/core/curve.h"

namespace arete::cpu {

/// Two points, not yet a pair, at most 2·R2 apart, each with at most one edge.
template <class T>
struct Join {
  T squaredDistance;
  Edge edge;
  friend auto operator<=>(const Join&, const Join&) = default;  // the order they are made in: closest first, then lower indices
};

/// Adds candidates to `edges` in order, as long as both points still have at most one edge. A join only raises degrees, so a pair that
/// is no candidate at the start never becomes one: going once through the sorted list equals looking for the closest again and again.
template <class T>
void makeJoins(std::vector<Join<T>> candidates, std::vector<uint32_t>& degree, std::vector<Edge>& edges) {
  std::sort(candidates.begin(), candidates.end());
  for (const Join<T>& join : candidates) {
    if (degree[join.edge.a] > 1 || degree[join.edge.b] > 1) continue;
    ++degree[join.edge.a], ++degree[join.edge.b];
    edges.push_back(join.edge);
  }
}

}  // namespace arete::cpu
