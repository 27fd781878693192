// Which branches prune removes. Source: network, step 9.
#pragma once

#include <algorithm>
#include <optional>

#include "compute/network/graph/node_graph.h"
#include "compute/network/prune/contract.h"

namespace arete {

/// Length of an end's branch divided by the least it needs, as an isolated piece or as a leaf of its junction. Below 1: too short.
template <class Graph>
double shareOfLeast(const Graph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, const Branch& branch) {
  const uint32_t end = branch.nodes.front(), other = branch.nodes.back();
  if (graph.degree(other) == 1) return lengthInRadii(branch, nodes) / rules.piece;
  return branch.length() / (rules.leaf * std::max(nodes[end].radius, nodes[other].radius));
}

/// Whether it is an isolated piece seen from its higher end: those are judged from the lower one.
template <class Graph>
bool isSeenFromItsOtherEnd(const Graph& graph, const Branch& branch) {
  return graph.degree(branch.nodes.back()) == 1 && branch.nodes.back() < branch.nodes.front();
}

/// Smallest share first; equal ones by their end.
struct ShortBranch {
  double share;
  std::vector<uint32_t> nodes;
  friend auto operator<=>(const ShortBranch&, const ShortBranch&) = default;
};

/// The branch of an end, if it is too short.
template <class Graph>
std::optional<ShortBranch> shortBranch(const PruneInput& in, const Graph& graph, Branch branch) {
  if (isSeenFromItsOtherEnd(graph, branch)) return {};
  const double share = shareOfLeast(graph, in.nodes, in.rules, branch);
  if (share >= 1) return {};
  return ShortBranch{share, std::move(branch.nodes)};
}

}  // namespace arete
