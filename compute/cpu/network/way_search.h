// How far it is from one node of a network to another, in local radii: what tells a loop from a rung.
#pragma once

#include <cmath>

#include "compute/cpu/network/node_graph.h"

namespace arete::cpu {

class WaySearch {
 public:
  static constexpr double kFar = HUGE_VAL;

  /// `nodes` outlive it.
  explicit WaySearch(std::span<const RidgeNode> nodes) : nodes_(nodes), way_(nodes.size(), kFar) {}

  /// Length of the shortest way, each edge over the mean radius of its nodes, where it is less than `limit`; else kFar. Dijkstra's search.
  double way(const NodeGraph& graph, uint32_t from, uint32_t to, double limit);

 private:
  std::span<const RidgeNode> nodes_;
  std::vector<double> way_;  // from the start; kFar between searches
};

}  // namespace arete::cpu
