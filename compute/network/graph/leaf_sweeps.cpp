#include "compute/network/graph/leaf_sweeps.h"

#include <algorithm>

#include "compute/network/graph/short_branch.h"

namespace arete::cpu {

static std::optional<ShortBranch> condemned(const NodeGraph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, uint32_t end,
                                            const LeafTest& test) {
  Branch branch = branchOfEnd(graph, nodes, end);
  if (isSeenFromItsOtherEnd(graph, branch)) return {};
  double share = shareOfLeast(graph, nodes, rules, branch);
  if (share >= 1) {
    const bool isPiece = graph.degree(branch.nodes.back()) == 1;
    const std::optional<double> tested = test && !isPiece ? test(branch) : std::nullopt;
    if (!tested) return {};
    share = 1 + *tested;
  }
  return ShortBranch{share, std::move(branch.nodes)};
}

void sweepLeaves(NodeGraph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, const StageContext& context, const LeafTest& test) {
  for (bool changed = true; changed;) {
    std::vector<ShortBranch> branches;
    for (uint32_t node = 0; node < nodes.size(); ++node) {
      if (graph.degree(node) != 1) continue;
      context.checkStop();
      if (auto branch = condemned(graph, nodes, rules, node, test)) branches.push_back(std::move(*branch));
    }
    std::ranges::sort(branches);
    std::vector<bool> touched(nodes.size());
    for (const ShortBranch& branch : branches) {
      if (touched[branch.nodes.back()]) continue;  // what is left may be no junction any more
      touched[branch.nodes.back()] = true;
      for (size_t i = 1; i < branch.nodes.size(); ++i) graph.remove(branch.nodes[i - 1], branch.nodes[i]);
    }
    changed = !branches.empty();
  }
}

}  // namespace arete::cpu
