#include "compute/cpu/network/leaf_sweeps.h"

#include <algorithm>

namespace arete::cpu {

namespace {

struct Condemned {
  double rank;  // below 1: its length over the least that it needs
  std::vector<uint32_t> nodes;
  friend auto operator<=>(const Condemned&, const Condemned&) = default;
};

}  // namespace

static std::optional<Condemned> condemned(const NodeGraph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, uint32_t end,
                                          const LeafTest& test) {
  Branch branch = branchOfEnd(graph, nodes, end);
  const uint32_t other = branch.nodes.back();
  const bool isPiece = graph.degree(other) == 1;
  if (isPiece && other < end) return {};  // found from the other end
  double rank =
      isPiece ? lengthInRadii(branch, nodes) / rules.piece : branch.length() / (rules.leaf * std::max(nodes[end].radius, nodes[other].radius));
  if (rank >= 1) {
    const std::optional<double> tested = test && !isPiece ? test(branch) : std::nullopt;
    if (!tested) return {};
    rank = 1 + *tested;
  }
  return Condemned{rank, std::move(branch.nodes)};
}

void sweepLeaves(NodeGraph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, const StageContext& context, const LeafTest& test) {
  for (bool changed = true; changed;) {
    std::vector<Condemned> branches;
    for (uint32_t node = 0; node < nodes.size(); ++node) {
      if (graph.degree(node) != 1) continue;
      context.checkStop();
      if (auto branch = condemned(graph, nodes, rules, node, test)) branches.push_back(std::move(*branch));
    }
    std::ranges::sort(branches);
    std::vector<bool> touched(nodes.size());
    for (const Condemned& branch : branches) {
      if (touched[branch.nodes.back()]) continue;  // what is left of the junction may be no junction
      touched[branch.nodes.back()] = true;
      for (size_t i = 1; i < branch.nodes.size(); ++i) graph.remove(branch.nodes[i - 1], branch.nodes[i]);
    }
    changed = !branches.empty();
  }
}

}  // namespace arete::cpu
