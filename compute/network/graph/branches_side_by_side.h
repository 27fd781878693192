// All branches of a network, walked by all threads.
#pragma once

#include <iterator>

#include "compute/core/device.h"
#include "compute/network/graph/node_graph.h"

namespace arete {

/// As allBranches() without a context. Throws Cancelled.
template <class Graph>
std::vector<Branch> allBranches(const Graph& graph, std::span<const RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 32;
  std::vector<uint32_t> starts;
  for (uint32_t node = 0; node < nodes.size(); ++node)
    if (graph.degree(node) != 2) starts.push_back(node);
  std::vector<std::vector<Branch>> pieces(starts.size() / kGrain + 1);  // by their first start
  context.device.threads().forEachRange(starts.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) addBranchesOf(starts[i], graph, nodes, pieces[begin / kGrain]);
  });
  std::vector<Branch> all;
  for (std::vector<Branch>& piece : pieces) std::ranges::move(piece, std::back_inserter(all));
  return all;
}

}  // namespace arete
