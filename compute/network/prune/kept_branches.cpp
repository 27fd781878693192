// prune.cpu.kept_branches: a branch that was looked at is looked at again only when its junction loses one, because nothing else changes it. So a
// sweep walks few branches, on all threads, and the graph is a list that only shrinks.
// Memory: the graph and the short branches. Cost: each branch once, and again after each removal at its junction. Floor: reading the edges. Never
// loses to row 0. Source: network, step 9.
#include "compute/network/graph/kept_sweeps.h"
#include "compute/network/prune/contract.h"

namespace arete::cpu {

std::vector<Edge> pruneKeptBranches(const PruneInput& in, const StageContext& context) {
  ShrinkingGraph graph(in.nodes.size(), in.edges);
  sweepKeptLeaves(graph, in.nodes, in.rules, context);
  return graph.edges();
}

}  // namespace arete::cpu
