// The distance from one node of a network to another along its edges, in local radii: it tells a loop from a rung. Most nodes have two neighbours,
// and lead nowhere but on: they are walked over at once, and only junctions wait in the queue. Lengths are added in the order of the way all the
// same, so they are those of a search that goes from node to node.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "compute/network/node_graph.h"

namespace arete {

class WaySearch {
 public:
  static constexpr double kFar = HUGE_VAL;

  /// `nodes` must outlive it.
  explicit WaySearch(std::span<const RidgeNode> nodes) : nodes_(nodes), way_(nodes.size(), kFar), before_(nodes.size()) {}

  /// Length of the shortest way, each edge divided by the mean radius of its nodes, if below `limit`; else kFar. Dijkstra's search.
  template <class Graph>
  double way(const Graph& graph, uint32_t from, uint32_t to, double limit) {
    return wayBesides(graph, from, kNone, to, limit);
  }
  /// The same without the edge from the start to this neighbour.
  template <class Graph>
  double wayBesides(const Graph& graph, uint32_t from, uint32_t shut, uint32_t to, double limit);
  struct Goal {
    uint32_t node;
    double limit;
    bool isNear = false;  ///< whether its way is below the limit: the answer
  };
  /// The same for several nodes from one, in one search.
  template <class Graph>
  void lookFor(const Graph& graph, uint32_t from, std::span<Goal> goals);
  /// The nodes of the way that the last search found from its start to `to`, from its end on.
  std::vector<uint32_t> nodesTo(uint32_t to) const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  using Reached = std::pair<double, uint32_t>;  // a way and the node at its end

  /// From a node that is so far over one of its neighbours, to the next one that is `to` or does not have exactly two.
  template <class Graph>
  void goOn(const Graph& graph, uint32_t node, uint32_t next, double way, uint32_t to, double limit);

  std::span<const RidgeNode> nodes_;
  std::vector<double> way_;       // from the start; kFar between searches
  std::vector<uint32_t> before_;  // the node before, of those that the last search reached
  std::vector<uint32_t> seen_;    // of the last search, its start first; memory is kept for the next one
  std::vector<Reached> queue_;    // a heap, the shortest way first
};

template <class Graph>
void WaySearch::goOn(const Graph& graph, uint32_t node, uint32_t next, double way, uint32_t to, double limit) {
  for (;;) {
    way = way + inRadii(nodes_[node], nodes_[next]);
    if (way >= limit || way >= way_[next]) return;
    if (way_[next] == kFar) seen_.push_back(next);
    way_[next] = way, before_[next] = node;
    const auto ahead = graph.neighbours(next);
    if (ahead.size() != 2 || next == to) break;
    const uint32_t behind = std::exchange(node, next);
    next = ahead[0] == behind ? ahead[1] : ahead[0];
  }
  queue_.push_back({way, next});
  std::ranges::push_heap(queue_, std::greater());
}

template <class Graph>
double WaySearch::wayBesides(const Graph& graph, uint32_t from, uint32_t shut, uint32_t to, double limit) {
  seen_.assign(1, from), queue_.assign(1, {0, from});
  way_[from] = 0;
  while (!queue_.empty()) {
    const auto [way, node] = queue_.front();
    std::ranges::pop_heap(queue_, std::greater());
    queue_.pop_back();
    if (node == to) break;
    if (way > way_[node]) continue;
    for (const uint32_t next : graph.neighbours(node))
      if (node != from || next != shut) goOn(graph, node, next, way, to, limit);
  }
  const double found = way_[to];
  for (const uint32_t node : seen_) way_[node] = kFar;
  return found;
}

template <class Graph>
void WaySearch::lookFor(const Graph& graph, uint32_t from, std::span<Goal> goals) {
  double farthest = 0;
  for (const Goal& goal : goals) farthest = std::max(farthest, goal.limit);
  seen_.assign(1, from), queue_.assign(1, {0, from});
  way_[from] = 0;
  const auto isNear = [&](const Goal& goal) { return way_[goal.node] < goal.limit; };  // ways only get shorter
  while (!queue_.empty() && !std::ranges::all_of(goals, isNear)) {
    const auto [way, node] = queue_.front();
    std::ranges::pop_heap(queue_, std::greater());
    queue_.pop_back();
    if (way > way_[node]) continue;
    for (const uint32_t next : graph.neighbours(node)) goOn(graph, node, next, way, kNone, farthest);
  }
  for (Goal& goal : goals) goal.isNear = isNear(goal);
  for (const uint32_t node : seen_) way_[node] = kFar;
}

inline std::vector<uint32_t> WaySearch::nodesTo(uint32_t to) const {
  std::vector<uint32_t> nodes{to};
  while (nodes.back() != seen_.front()) nodes.push_back(before_[nodes.back()]);
  return nodes;
}

}  // namespace arete
