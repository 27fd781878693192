// prune.cpu.sequential: row 0 of its stage. Each sweep lists the branches that are too short, and removes the shortest.
// Memory: the graph and the branches of the ends. Cost: a sweep walks the branch of each end; few sweeps are needed. Loses where few ends change
// from sweep to sweep, and to one thread per end. Source: network, step 9.
#include "compute/network/graph/leaf_sweeps.h"
#include "compute/network/prune/contract.h"

namespace arete::cpu {

std::vector<Edge> pruneSequential(const PruneInput& in, const StageContext& context) {
  NodeGraph graph(in.nodes.size(), in.edges);
  sweepLeaves(graph, in.nodes, in.rules, context);
  return graph.edges();
}

}  // namespace arete::cpu
