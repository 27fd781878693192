// Ways between junctions and ends of a network that stays as it is for a while: the branches from each are listed with the lengths of their edges, so
// a search goes from junction to junction and adds up what lies in a row in memory. Lengths are added in the order of the way, so they are those that
// WaySearch finds (compute/network/way_search.h), which needs no list and goes between any nodes.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "compute/network/way_search.h"

namespace arete {

/// The branches of a graph, from both of their ends. Memory: 8 bytes for each end of an edge, 32 for each end of a branch.
class BranchList {
 public:
  struct Arm {
    uint32_t next;  ///< the first node behind the start
    OtherEnd end;
    size_t firstLength;  ///< of end.nodes - 1 edges, in local radii
  };

  /// Rings without a junction have no branch.
  template <class Graph>
  BranchList(const Graph& graph, std::span<const RidgeNode> nodes);

  /// Those that begin at a node; none where it has two neighbours.
  std::span<const Arm> from(uint32_t node) const { return std::span(arms_).subspan(starts_[node], starts_[node + 1] - starts_[node]); }
  std::span<const double> lengths(const Arm& arm) const { return std::span(lengths_).subspan(arm.firstLength, arm.end.nodes - 1); }
  size_t nodes() const { return starts_.size() - 1; }

 private:
  std::vector<uint32_t> starts_;
  std::vector<Arm> arms_;
  std::vector<double> lengths_;
};

template <class Graph>
BranchList::BranchList(const Graph& graph, std::span<const RidgeNode> nodes) : starts_(nodes.size() + 1) {
  for (uint32_t start = 0; start < nodes.size(); ++start) {
    starts_[start] = uint32_t(arms_.size());
    if (graph.degree(start) == 2) continue;
    for (const uint32_t next : graph.neighbours(start)) {
      arms_.push_back({next, {next, start, 2}, lengths_.size()});
      OtherEnd& end = arms_.back().end;
      lengths_.push_back(inRadii(nodes[start], nodes[next]));
      while (end.node != start && graph.degree(end.node) == 2) {
        const auto both = graph.neighbours(end.node);
        end = {both[0] == end.before ? both[1] : both[0], end.node, end.nodes + 1};
        lengths_.push_back(inRadii(nodes[end.before], nodes[end.node]));
      }
    }
  }
  starts_.back() = uint32_t(arms_.size());
}

/// Searches among the branches of a list, which must outlive it.
class BranchWays {
 public:
  explicit BranchWays(const BranchList& branches) : branches_(branches), labels_(branches.nodes()), before_(branches.nodes()) {}

  /// As WaySearch::wayBesides, between nodes that do not have exactly two neighbours.
  double wayBesides(uint32_t from, uint32_t shut, uint32_t to, double limit);
  /// The branches of the way that the last search found from its start to `to`, as starts and their first nodes, from the last one on.
  std::vector<std::pair<uint32_t, uint32_t>> branchesTo(uint32_t to) const;

 private:
  const BranchList& branches_;
  WayLabels labels_;
  std::vector<std::pair<uint32_t, uint32_t>> before_;  // the branch that leads there, of nodes that the last search reached
};

inline double BranchWays::wayBesides(uint32_t from, uint32_t shut, uint32_t to, double limit) {
  labels_.begin(from);
  for (auto at = labels_.next(); at && at->node != to; at = labels_.next())
    for (const BranchList::Arm& arm : branches_.from(at->node)) {
      if (at->node == from && arm.next == shut) continue;
      double way = at->way;
      for (const double length : branches_.lengths(arm)) way = way + length;
      if (way >= limit || !labels_.shorten(arm.end.node, way)) continue;
      before_[arm.end.node] = {at->node, arm.next};
      labels_.wait(arm.end.node);
    }
  const double found = labels_.of(to);
  labels_.clear();
  return found;
}

inline std::vector<std::pair<uint32_t, uint32_t>> BranchWays::branchesTo(uint32_t to) const {
  std::vector<std::pair<uint32_t, uint32_t>> branches;
  for (uint32_t node = to; node != labels_.start(); node = before_[node].first) branches.push_back(before_[node]);
  return branches;
}

}  // namespace arete
