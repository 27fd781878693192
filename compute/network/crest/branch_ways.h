// Ways between junctions and ends of a network that stays as it is for a while: the branches from each are listed with the lengths of their edges, so
// a search goes from junction to junction and adds up what lies in a row in memory. Lengths are added in the order of the way, so they are those that
// WaySearch finds (compute/network/graph/way_search.h), which needs no list and goes between any nodes.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/graph/way_search.h"

namespace arete {

/// The branches of a graph, from both of their ends; they are walked by all threads. Memory: 12 bytes for each end of an edge, 48 for each end of a
/// branch.
class BranchList {
 public:
  struct Arm {
    uint32_t next;  ///< the first node behind the start
    OtherEnd end;
    std::span<const double> lengths{};  ///< of its edges, in local radii
  };

  /// Rings without a junction have no branch. Throws Cancelled.
  template <class Graph>
  BranchList(const Graph& graph, std::span<const RidgeNode> nodes, const StageContext& context);

  /// Those that begin at a node; none where it has two neighbours.
  std::span<const Arm> from(uint32_t node) const {
    const Part& part = parts_[node / kPart];
    const uint32_t at = node % kPart;
    return std::span(part.arms).subspan(part.starts[at], part.starts[at + 1] - part.starts[at]);
  }

 private:
  static constexpr uint32_t kPart = 256;  // fewer nodes are walked sooner than a thread wakes up
  /// Of so many nodes that begin them.
  struct Part {
    std::vector<uint32_t> starts;
    std::vector<Arm> arms;
    std::vector<double> lengths;
  };
  template <class Graph>
  static Part partOf(const Graph& graph, std::span<const RidgeNode> nodes, uint32_t begin, uint32_t end);

  std::vector<Part> parts_;
};

template <class Graph>
BranchList::BranchList(const Graph& graph, std::span<const RidgeNode> nodes, const StageContext& context)
    : parts_((nodes.size() + kPart - 1) / kPart) {
  context.device.threads().forEachRange(nodes.size(), kPart, [&](size_t begin, size_t end, int) {
    context.checkStop();
    parts_[begin / kPart] = partOf(graph, nodes, uint32_t(begin), uint32_t(end));
  });
}

template <class Graph>
BranchList::Part BranchList::partOf(const Graph& graph, std::span<const RidgeNode> nodes, uint32_t begin, uint32_t end) {
  constexpr size_t kUsualArms = kPart / 2, kUsualLengths = 2 * kPart;
  Part part;
  part.starts.reserve(end - begin + 1), part.arms.reserve(kUsualArms), part.lengths.reserve(kUsualLengths);
  for (uint32_t start = begin; start < end; ++start) {
    part.starts.push_back(uint32_t(part.arms.size()));
    if (graph.degree(start) == 2) continue;
    for (const uint32_t next : graph.neighbours(start)) {
      OtherEnd other{next, start, 2};
      part.lengths.push_back(inRadii(nodes[start], nodes[next]));
      while (other.node != start && graph.degree(other.node) == 2) {
        const auto both = graph.neighbours(other.node);
        other = {both[0] == other.before ? both[1] : both[0], other.node, other.nodes + 1};
        part.lengths.push_back(inRadii(nodes[other.before], nodes[other.node]));
      }
      part.arms.push_back({next, other});
    }
  }
  part.starts.push_back(uint32_t(part.arms.size()));
  std::span<const double> left(part.lengths);  // which grew until now
  for (Arm& arm : part.arms) arm.lengths = left.first(arm.end.nodes - 1), left = left.subspan(arm.end.nodes - 1);
  return part;
}

/// Searches among the branches of lists, each of so many nodes. One caller at a time.
class BranchWays {
 public:
  explicit BranchWays(size_t nodes) : labels_(nodes), before_(nodes) {}

  /// As WaySearch::wayBesides, between nodes that do not have exactly two neighbours.
  double wayBesides(const BranchList& branches, uint32_t from, uint32_t shut, uint32_t to, double limit);
  /// The branches of the way that the last search found from its start to `to`, as starts and their first nodes, from the last one on.
  std::vector<std::pair<uint32_t, uint32_t>> branchesTo(uint32_t to) const;

 private:
  WayLabels labels_;
  std::vector<std::pair<uint32_t, uint32_t>> before_;  // the branch that leads there, of nodes that the last search reached
};

inline double BranchWays::wayBesides(const BranchList& branches, uint32_t from, uint32_t shut, uint32_t to, double limit) {
  labels_.begin(from);
  for (auto at = labels_.next(); at && at->node != to; at = labels_.next())
    for (const BranchList::Arm& arm : branches.from(at->node)) {
      if (at->node == from && arm.next == shut) continue;
      double way = at->way;
      for (const double length : arm.lengths) way = way + length;
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
