// The distance from one node of a network to another along its edges, in local radii: it tells a loop from a rung. Most nodes have two neighbours,
// and lead nowhere but on: they are walked over at once, and only junctions wait in the queue. Lengths are added in the order of the way all the
// same, so they are those of a search that goes from node to node.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compute/network/graph/node_graph.h"

namespace arete {

/// How far nodes are from the start of a search, as far as is known, and those that wait to be looked at from. What Dijkstra's searches share.
class WayLabels {
 public:
  static constexpr double kFar = HUGE_VAL;
  struct Reached {
    double way;
    uint32_t node;
    friend auto operator<=>(const Reached&, const Reached&) = default;
  };

  explicit WayLabels(size_t nodes) : ways_(nodes, kFar) {}

  void begin(uint32_t start) {
    seen_.assign(1, start), queue_.assign(1, {0, start});
    ways_[start] = 0;
  }
  /// The nearest one that waits; nothing where none is left.
  std::optional<Reached> next();
  /// Whether the way is shorter than what is known.
  bool shorten(uint32_t node, double way) {
    if (way >= ways_[node]) return false;
    if (ways_[node] == kFar) seen_.push_back(node);
    ways_[node] = way;
    return true;
  }
  void wait(uint32_t node) {
    queue_.push_back({ways_[node], node});
    std::ranges::push_heap(queue_, std::greater());
  }
  double of(uint32_t node) const { return ways_[node]; }
  uint32_t start() const { return seen_.front(); }
  /// All are far again.
  void clear() {
    for (const uint32_t node : seen_) ways_[node] = kFar;
  }

 private:
  std::vector<double> ways_;    // kFar between searches
  std::vector<uint32_t> seen_;  // of the last search, its start first; memory is kept for the next one
  std::vector<Reached> queue_;  // a heap, the shortest way first
};

inline std::optional<WayLabels::Reached> WayLabels::next() {
  while (!queue_.empty()) {
    const Reached nearest = queue_.front();
    std::ranges::pop_heap(queue_, std::greater());
    queue_.pop_back();
    if (nearest.way == ways_[nearest.node]) return nearest;  // else a shorter way was found since
  }
  return {};
}

class WaySearch {
 public:
  static constexpr double kFar = WayLabels::kFar;

  /// `nodes` must outlive it.
  explicit WaySearch(std::span<const RidgeNode> nodes) : nodes_(nodes), labels_(nodes.size()) {}

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
  /// Whether several nodes are near one, in one search.
  template <class Graph>
  void lookFor(const Graph& graph, uint32_t from, std::span<Goal> goals);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// From a node that is so far over one of its neighbours, to the next one that is `to` or does not have exactly two.
  template <class Graph>
  void goOn(const Graph& graph, uint32_t node, uint32_t next, double way, uint32_t to, double limit);

  std::span<const RidgeNode> nodes_;
  WayLabels labels_;
};

template <class Graph>
void WaySearch::goOn(const Graph& graph, uint32_t node, uint32_t next, double way, uint32_t to, double limit) {
  for (;;) {
    way = way + inRadii(nodes_[node], nodes_[next]);
    if (way >= limit || !labels_.shorten(next, way)) return;
    const auto ahead = graph.neighbours(next);
    if (ahead.size() != 2 || next == to) return labels_.wait(next);
    const uint32_t behind = std::exchange(node, next);
    next = ahead[0] == behind ? ahead[1] : ahead[0];
  }
}

template <class Graph>
double WaySearch::wayBesides(const Graph& graph, uint32_t from, uint32_t shut, uint32_t to, double limit) {
  labels_.begin(from);
  for (auto at = labels_.next(); at && at->node != to; at = labels_.next())
    for (const uint32_t next : graph.neighbours(at->node))
      if (at->node != from || next != shut) goOn(graph, at->node, next, at->way, to, limit);
  const double found = labels_.of(to);
  labels_.clear();
  return found;
}

template <class Graph>
void WaySearch::lookFor(const Graph& graph, uint32_t from, std::span<Goal> goals) {
  double farthest = 0;
  for (const Goal& goal : goals) farthest = std::max(farthest, goal.limit);
  const auto isNear = [&](const Goal& goal) { return labels_.of(goal.node) < goal.limit; };  // ways only get shorter
  labels_.begin(from);
  for (auto at = labels_.next(); at && !std::ranges::all_of(goals, isNear); at = labels_.next())
    for (const uint32_t next : graph.neighbours(at->node)) goOn(graph, at->node, next, at->way, kNone, farthest);
  for (Goal& goal : goals) goal.isNear = isNear(goal);
  labels_.clear();
}

}  // namespace arete
