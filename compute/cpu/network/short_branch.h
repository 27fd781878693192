// Which branches prune takes away. Source: network, step 9.
#pragma once

#include <algorithm>
#include <optional>

#include "compute/cpu/network/node_graph.h"
#include "compute/stages/prune.h"

namespace arete::cpu {

struct ShortBranch {
  double share;  // of the bound
  std::vector<uint32_t> nodes;
  friend auto operator<=>(const ShortBranch&, const ShortBranch&) = default;
};

inline double lengthInRadii(const Branch& branch, std::span<const RidgeNode> nodes) {
  double sum = 0;
  for (size_t i = 1; i < branch.nodes.size(); ++i) sum += inRadii(nodes[branch.nodes[i - 1]], nodes[branch.nodes[i]]);
  return sum;
}

/// The branch of an end where it is short; an isolated piece from its lower end only.
template <class Graph>
std::optional<ShortBranch> shortBranch(const PruneInput& in, const Graph& graph, Branch branch) {
  const uint32_t end = branch.nodes.front(), other = branch.nodes.back();
  if (graph.degree(other) == 1 && other < end) return {};
  const double share = graph.degree(other) == 1 ? lengthInRadii(branch, in.nodes) / in.rules.piece
                                                : branch.length() / (in.rules.leaf * std::max(in.nodes[end].radius, in.nodes[other].radius));
  if (share >= 1) return {};
  return ShortBranch{share, std::move(branch.nodes)};
}

}  // namespace arete::cpu
