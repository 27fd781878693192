// The graph of a network while edges come and go, and its branches: what the stages from spanner on work with.
#pragma once

#include <span>
#include <vector>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// The neighbours of all nodes in one list.
class ListedGraph {
 public:
  std::span<const uint32_t> neighbours(uint32_t node) const { return {neighbours_.data() + starts_[node], degrees_[node]}; }  ///< ascending
  size_t degree(uint32_t node) const { return degrees_[node]; }
  std::vector<Edge> edges() const;  ///< ascending
  /// Of a neighbour among those of all nodes, below twice the number of edges.
  size_t placeOf(uint32_t node, uint32_t neighbour) const {
    size_t place = starts_[node];
    while (neighbours_[place] != neighbour) ++place;
    return place;
  }

 protected:
  /// With room for the `possible` edges besides.
  ListedGraph(size_t nodes, std::span<const Edge> edges, std::span<const Edge> possible);
  /// Where there is room in the lists of both nodes.
  void add(uint32_t a, uint32_t b);
  void remove(uint32_t a, uint32_t b);

  std::vector<uint32_t> starts_, degrees_, neighbours_;
};

/// A graph that only loses edges.
class ShrinkingGraph : public ListedGraph {
 public:
  /// `edges`: ascending.
  ShrinkingGraph(size_t nodes, std::span<const Edge> edges) : ListedGraph(nodes, edges, {}) {}
  using ListedGraph::remove;
};

/// A graph that gains some of the edges that are told before.
class GrowingGraph : public ListedGraph {
 public:
  /// `edges`: ascending. `possible`: each pair may be added once.
  GrowingGraph(size_t nodes, std::span<const Edge> edges, std::span<const Edge> possible) : ListedGraph(nodes, edges, possible) {}
  /// Of the possible ones.
  using ListedGraph::add;
};

/// A graph that gains and loses edges: a list without room goes on behind all others, with more of it.
class NodeGraph : public ListedGraph {
 public:
  /// `edges`: ascending.
  explicit NodeGraph(size_t nodes, std::span<const Edge> edges = {});
  /// What neighbours() gave before is of no use after it.
  void add(uint32_t a, uint32_t b);
  using ListedGraph::remove;
  bool has(uint32_t a, uint32_t b) const;

 private:
  void makeRoom(uint32_t node);

  std::vector<uint32_t> rooms_;  // by node
};

/// Sorts edges between so many nodes: by their first ends in one pass, and few have the same.
void sortEdges(std::vector<Edge>& edges, size_t nodes);

/// From a node over one of its neighbours to the next node that does not have exactly two.
struct Branch {
  std::vector<uint32_t> nodes;  ///< in walking order
  std::vector<double> along;    ///< by node, the length of the way to it, in the cloud's units

  double length() const { return along.back(); }
};

/// Direction in which the branch would continue beyond its start, seen from this many nodes behind it, or from its other end where there are fewer.
shared::Vector3 outwards(const Branch& branch, std::span<const RidgeNode> nodes, size_t behind);

/// The nodes `first` to `last` of a branch; lengths are counted from the first of them.
Branch partOf(const Branch& branch, size_t first, size_t last);
/// The same branch from its other end.
Branch turned(const Branch& branch);

/// From `start`, an end or a junction, over `next`, to the end of the branch or where `isEnough(branch)`.
template <class Graph, class IsEnough>
Branch walk(const Graph& graph, std::span<const RidgeNode> nodes, uint32_t start, uint32_t next, const IsEnough& isEnough) {
  constexpr size_t kUsualNodes = 16;
  Branch branch;
  branch.nodes.reserve(kUsualNodes), branch.along.reserve(kUsualNodes);
  branch.nodes.push_back(start), branch.along.push_back(0);
  for (uint32_t at = next;;) {
    const uint32_t before = branch.nodes.back();
    branch.along.push_back(branch.along.back() + distance(nodes[before].place, nodes[at].place));
    branch.nodes.push_back(at);
    if (at == start || graph.degree(at) != 2 || isEnough(branch)) return branch;
    const auto both = graph.neighbours(at);
    at = both[0] == before ? both[1] : both[0];
  }
}
/// The branch that begins at `start`, an end or a junction, over `next`.
template <class Graph>
Branch branchOver(const Graph& graph, std::span<const RidgeNode> nodes, uint32_t start, uint32_t next) {
  return walk(graph, nodes, start, next, [](const Branch&) { return false; });
}
/// Where a branch ends, and over which node.
struct OtherEnd {
  uint32_t node, before;
  size_t nodes;  ///< of the branch
};
/// Of the branch that begins at `start` over `next`: without the nodes between, as most are only counted.
template <class Graph>
OtherEnd otherEnd(const Graph& graph, uint32_t start, uint32_t next) {
  OtherEnd end{next, start, 2};
  while (end.node != start && graph.degree(end.node) == 2) {
    const auto both = graph.neighbours(end.node);
    end = {both[0] == end.before ? both[1] : both[0], end.node, end.nodes + 1};
  }
  return end;
}
/// Whether the branch is told from `start`, and not from its other end.
inline bool isToldFrom(uint32_t start, uint32_t next, const OtherEnd& end) { return end.node > start || (end.node == start && next < end.before); }
/// The branch of an end.
template <class Graph>
Branch branchOfEnd(const Graph& graph, std::span<const RidgeNode> nodes, uint32_t end) {
  return branchOver(graph, nodes, end, graph.neighbours(end)[0]);
}

/// Its first so many edges, or all of them.
template <class Graph>
Branch branchUpTo(const Graph& graph, std::span<const RidgeNode> nodes, uint32_t end, size_t edges) {
  return walk(graph, nodes, end, graph.neighbours(end)[0], [&](const Branch& branch) { return branch.nodes.size() > edges; });
}
/// The branch that begins at `start` over `next`, up to the first node at least this far along it.
template <class Graph>
Branch branchAsFarAs(const Graph& graph, std::span<const RidgeNode> nodes, uint32_t start, uint32_t next, double length) {
  return walk(graph, nodes, start, next, [&](const Branch& branch) { return branch.length() >= length; });
}

/// Length of the edge between two nodes, divided by the mean of their local radii.
ARETE_HD double inRadii(const RidgeNode& a, const RidgeNode& b) { return distance(a.place, b.place) / (0.5 * (a.radius + b.radius)); }

/// Length of a branch, each edge divided by the mean of its nodes' local radii.
double lengthInRadii(const Branch& branch, std::span<const RidgeNode> nodes);
/// Mean of the local radii of its nodes.
double meanRadius(const Branch& branch, std::span<const RidgeNode> nodes);

/// The branches from an end or a junction that are told from there and not from their other end, by its neighbours.
template <class Graph>
void addBranchesOf(uint32_t start, const Graph& graph, std::span<const RidgeNode> nodes, std::vector<Branch>& all) {
  for (const uint32_t next : graph.neighbours(start))
    if (isToldFrom(start, next, otherEnd(graph, start, next))) all.push_back(branchOver(graph, nodes, start, next));
}

/// All branches between ends and junctions, each once, from its lower node; by that node, then by its neighbours. Rings without a junction have none.
template <class Graph>
std::vector<Branch> allBranches(const Graph& graph, std::span<const RidgeNode> nodes) {
  std::vector<Branch> all;
  for (uint32_t start = 0; start < nodes.size(); ++start)
    if (graph.degree(start) != 2) addBranchesOf(start, graph, nodes, all);
  return all;
}
template <class Graph>
void remove(Graph& graph, const Branch& branch) {
  for (size_t i = 1; i < branch.nodes.size(); ++i) graph.remove(branch.nodes[i - 1], branch.nodes[i]);
}
void add(NodeGraph& graph, const Branch& branch);

/// The part of a branch of this length that is looked at, from its start.
struct Stretch {
  double from, to;

  double length() const { return to - from; }
  bool holds(double along) const { return along >= from && along <= to; }
};

/// All except these lengths at its ends; where they make up more than half of it, half is left, and they keep their ratio.
Stretch clearOf(double atStart, double atEnd, double length);

}  // namespace arete
