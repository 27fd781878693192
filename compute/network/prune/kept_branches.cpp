// prune.cpu.kept_branches: a branch that was walked is kept until its junction loses a branch, because nothing else changes it. So a sweep walks few
// branches, and the graph is a list that only shrinks.
// Memory: the graph and the short branches. Cost: each branch once, and again after each removal at its junction. On one thread: threads would wait
// longer than they walk. Floor: reading the edges. Never loses to row 0. Source: network, step 9.
#include <algorithm>

#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/short_branch.h"
#include "compute/network/prune/contract.h"

namespace arete::cpu {

std::vector<Edge> pruneKeptBranches(const PruneInput& in, const StageContext& context) {
  ShrinkingGraph graph(in.nodes.size(), in.edges);
  std::vector<ShortBranch> branches;
  std::vector<uint32_t> ends;  // whose branches are not yet known
  std::vector<uint8_t> touched(in.nodes.size());
  // By node, all ends whose branches end there; long ones are kept as well, because they grow when that node is left with two neighbours.
  std::vector<std::vector<uint32_t>> endsAt(in.nodes.size());
  for (uint32_t node = 0; node < in.nodes.size(); ++node)
    if (graph.degree(node) == 1) ends.push_back(node);
  for (;;) {
    context.checkStop();
    for (const uint32_t end : ends) {
      Branch branch = branchOfEnd(graph, in.nodes, end);
      endsAt[branch.nodes.back()].push_back(end);
      if (auto found = shortBranch(in, graph, std::move(branch))) branches.push_back(std::move(*found));
    }
    ends.clear();
    if (branches.empty()) return graph.edges();
    std::ranges::sort(branches);
    std::vector<uint32_t> changed;
    for (const ShortBranch& branch : branches) {
      const uint32_t last = branch.nodes.back();
      if (touched[last]) continue;  // what is left may be no junction any more
      touched[last] = 1, changed.push_back(last);
      for (size_t i = 1; i < branch.nodes.size(); ++i) graph.remove(branch.nodes[i - 1], branch.nodes[i]);
    }
    std::erase_if(branches, [&](const ShortBranch& branch) { return touched[branch.nodes.back()] != 0; });
    for (const uint32_t node : changed) {
      for (const uint32_t end : std::exchange(endsAt[node], {}))
        if (graph.degree(end) == 1) ends.push_back(end);
      touched[node] = 0;
    }
  }
}

}  // namespace arete::cpu
