// The distance from one node of a network to another along its edges, in local radii: it tells a loop from a rung.
#pragma once

#include <cmath>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "compute/network/node_graph.h"

namespace arete {

class WaySearch {
 public:
  static constexpr double kFar = HUGE_VAL;

  /// `nodes` must outlive it.
  explicit WaySearch(std::span<const RidgeNode> nodes) : nodes_(nodes), way_(nodes.size(), kFar) {}

  /// Length of the shortest way, each edge divided by the mean radius of its nodes, if below `limit`; else kFar. Dijkstra's search.
  template <class Graph>
  double way(const Graph& graph, uint32_t from, uint32_t to, double limit) {
    return wayBesides(graph, from, kNone, to, limit);
  }
  /// The same without the edge from the start to this neighbour.
  template <class Graph>
  double wayBesides(const Graph& graph, uint32_t from, uint32_t shut, uint32_t to, double limit);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  std::span<const RidgeNode> nodes_;
  std::vector<double> way_;  // from the start; kFar between searches
};

template <class Graph>
double WaySearch::wayBesides(const Graph& graph, uint32_t from, uint32_t shut, uint32_t to, double limit) {
  std::vector<uint32_t> seen{from};
  std::priority_queue<std::pair<double, uint32_t>, std::vector<std::pair<double, uint32_t>>, std::greater<>> queue;
  way_[from] = 0;
  queue.push({0, from});
  while (!queue.empty()) {
    const auto [way, node] = queue.top();
    queue.pop();
    if (node == to) break;
    if (way > way_[node]) continue;
    for (const uint32_t next : graph.neighbours(node)) {
      if (node == from && next == shut) continue;
      const double farther = way + inRadii(nodes_[node], nodes_[next]);
      if (farther >= limit || farther >= way_[next]) continue;
      if (way_[next] == kFar) seen.push_back(next);
      way_[next] = farther;
      queue.push({farther, next});
    }
  }
  const double found = way_[to];
  for (const uint32_t node : seen) way_[node] = kFar;
  return found;
}

}  // namespace arete
