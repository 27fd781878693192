// Sweeps of leaf branches as sweepLeaves() makes them, on all threads: a branch that was looked at is looked at again only when its junction loses
// one, because nothing else changes it.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "compute/core/device.h"
#include "compute/cpu/network/short_branch.h"

namespace arete::cpu {

/// `test(branch, thread)`: as LeafTest, from any thread. `Graph` is one of compute/cpu/network/node_graph.h.
template <class Graph, class Test>
void sweepKeptLeaves(Graph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, const StageContext& context, const Test& test) {
  constexpr size_t kGrain = 8;
  struct Found {
    uint32_t junction = 0;
    std::optional<ShortBranch> branch;
  };
  const auto look = [&](uint32_t end, int thread) -> Found {
    Branch branch = branchOfEnd(graph, nodes, end);
    const uint32_t last = branch.nodes.back();
    if (isSeenFromItsOtherEnd(graph, branch)) return {last, {}};
    double share = shareOfLeast(graph, nodes, rules, branch);
    if (share >= 1) {
      const std::optional<double> tested = graph.degree(last) == 1 ? std::nullopt : test(branch, thread);
      if (!tested) return {last, {}};
      share = 1 + *tested;
    }
    return {last, ShortBranch{share, std::move(branch.nodes)}};
  };
  std::vector<uint32_t> ends;
  for (uint32_t node = 0; node < nodes.size(); ++node)
    if (graph.degree(node) == 1) ends.push_back(node);
  std::vector<std::vector<uint32_t>> endsAt(nodes.size());
  std::vector<uint8_t> touched(nodes.size());
  while (!ends.empty()) {
    std::vector<Found> found(ends.size());
    context.device.threads().forEachRange(ends.size(), kGrain, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) found[i] = look(ends[i], thread);
    });
    std::vector<ShortBranch> branches;
    for (size_t i = 0; i < ends.size(); ++i) {
      endsAt[found[i].junction].push_back(ends[i]);
      if (found[i].branch) branches.push_back(std::move(*found[i].branch));
    }
    std::ranges::sort(branches);
    std::vector<uint32_t> changed;
    for (const ShortBranch& branch : branches) {
      const uint32_t last = branch.nodes.back();
      if (touched[last]) continue;  // what is left of the junction may be no junction
      touched[last] = 1, changed.push_back(last);
      for (size_t i = 1; i < branch.nodes.size(); ++i) graph.remove(branch.nodes[i - 1], branch.nodes[i]);
    }
    ends.clear();
    for (const uint32_t node : changed) {
      for (const uint32_t end : std::exchange(endsAt[node], {}))
        if (graph.degree(end) == 1) ends.push_back(end);
      touched[node] = 0;
    }
  }
}

/// Only those that are too short.
template <class Graph>
void sweepKeptLeaves(Graph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, const StageContext& context) {
  sweepKeptLeaves(graph, nodes, rules, context, [](const Branch&, int) { return std::optional<double>(); });
}

}  // namespace arete::cpu
