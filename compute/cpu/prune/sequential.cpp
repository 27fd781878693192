// prune.cpu.sequential: row 0 of its stage. Each sweep lists the branches that are too short, and takes the shortest away.
// Memory: the graph and the branches of the ends. Cost: a sweep walks the branch of each end; few sweeps are needed. Loses where few ends change
// from sweep to sweep, and to a thread an end. Source: network, step 9.
#include <algorithm>

#include "compute/cpu/network/node_graph.h"
#include "compute/cpu/network/short_branch.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

std::vector<Edge> pruneSequential(const PruneInput& in, const StageContext& context) {
  NodeGraph graph(in.nodes.size(), in.edges);
  for (bool changed = true; changed;) {
    context.checkStop();
    std::vector<ShortBranch> branches;
    for (uint32_t node = 0; node < in.nodes.size(); ++node)
      if (graph.degree(node) == 1)
        if (auto branch = shortBranch(in, graph, branchOfEnd(graph, in.nodes, node))) branches.push_back(std::move(*branch));
    std::ranges::sort(branches);
    std::vector<bool> touched(in.nodes.size());
    for (const ShortBranch& branch : branches) {
      if (touched[branch.nodes.back()]) continue;  // what is left of the junction may be no junction
      touched[branch.nodes.back()] = true;
      for (size_t i = 1; i < branch.nodes.size(); ++i) graph.remove(branch.nodes[i - 1], branch.nodes[i]);
    }
    changed = !branches.empty();
  }
  return graph.edges();
}

}  // namespace arete::cpu
