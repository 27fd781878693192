// Sweeps of leaf branches as sweepLeaves() makes them, on all threads: a branch that was looked at is looked at again only when its junction loses
// one, because nothing else changes it.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/graph/short_branch.h"

namespace arete {

/// Leaf branches that are long enough: which of them are tested (from any thread), and for each of those a value of at least 0, which condemns it,
/// least first, or nothing, and it stays. Here none is tested.
struct NoLeafTests {
  bool isTested(const Branch&) const { return false; }
  std::vector<std::optional<double>> judge(std::span<const Branch* const> branches) const { return {branches.size(), std::nullopt}; }
};

/// `Graph` is one of compute/network/graph/node_graph.h, `Tests` as NoLeafTests.
template <class Graph, class Tests>
void sweepKeptLeaves(Graph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, const StageContext& context, Tests&& tests) {
  constexpr size_t kGrain = 64;  // fewer are walked sooner than a thread wakes up
  constexpr uint32_t kNone = UINT32_MAX;
  struct Found {
    uint32_t junction = 0;
    double share = 1;  // below 1: it is too short
    Branch branch{};   // where it is too short or tested
    bool goes = false, isTested = false;
  };
  const auto look = [&](uint32_t end) -> Found {
    Branch branch = branchOfEnd(graph, nodes, end);
    Found found{branch.nodes.back()};
    if (isSeenFromItsOtherEnd(graph, branch)) return found;
    found.share = shareOfLeast(graph, nodes, rules, branch);
    found.goes = found.share < 1;
    found.isTested = !found.goes && graph.degree(found.junction) != 1 && tests.isTested(branch);
    if (found.goes || found.isTested) found.branch = std::move(branch);
    return found;
  };
  const auto judge = [&](std::vector<Found>& found) {
    std::vector<Found*> asked;
    std::vector<const Branch*> branches;
    for (Found& one : found)
      if (one.isTested) asked.push_back(&one), branches.push_back(&one.branch);
    if (asked.empty()) return;
    const std::vector<std::optional<double>> answers = tests.judge(branches);
    for (size_t i = 0; i < asked.size(); ++i)
      if (answers[i]) asked[i]->goes = true, asked[i]->share = 1 + *answers[i];
  };
  std::vector<uint32_t> ends;
  for (uint32_t node = 0; node < nodes.size(); ++node)
    if (graph.degree(node) == 1) ends.push_back(node);
  std::vector<uint32_t> lastAt(nodes.size(), kNone), before(nodes.size(), kNone);  // of the ends of each junction; of the end before it
  std::vector<uint8_t> touched(nodes.size());
  while (!ends.empty()) {
    std::vector<Found> found(ends.size());
    context.device.threads().forEachRange(ends.size(), kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) found[i] = look(ends[i]);
    });
    judge(found);
    std::vector<ShortBranch> branches;
    for (size_t i = 0; i < ends.size(); ++i) {
      before[ends[i]] = std::exchange(lastAt[found[i].junction], ends[i]);
      if (found[i].goes) branches.push_back({found[i].share, std::move(found[i].branch.nodes)});
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
      for (uint32_t end = std::exchange(lastAt[node], kNone); end != kNone; end = before[end])
        if (graph.degree(end) == 1) ends.push_back(end);
      touched[node] = 0;
    }
  }
}

/// Only those that are too short.
template <class Graph>
void sweepKeptLeaves(Graph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, const StageContext& context) {
  sweepKeptLeaves(graph, nodes, rules, context, NoLeafTests());
}

}  // namespace arete
