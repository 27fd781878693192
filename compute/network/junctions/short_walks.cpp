// junctions.cpu.short_walks: one thread per junction; branches are walked no farther than a junction may be that it could merge with.
// Memory: the graph and the branches that were found. Cost: a sweep walks some nodes from each junction; few sweeps are needed. Floor: reading the
// edges. Loses to row 0 for a few junctions. Source: 2D, step 11b.
#include "compute/network/junctions/contract.h"
#include "compute/network/junctions/junction_merger.h"

namespace arete::cpu {

/// From the junction to higher ones.
static void listFrom(uint32_t junction, double farthest, double bound, bool isTouch, const JunctionMerger& merger, std::span<const RidgeNode> nodes,
                     std::vector<MergedBranch>& found) {
  const NodeGraph& graph = merger.graph();
  for (const uint32_t next : graph.neighbours(junction)) {
    Branch branch = branchAsFarAs(graph, nodes, junction, next, farthest);
    if (branch.nodes.back() <= junction) continue;
    if (auto merged = merger.merged(std::move(branch), bound, isTouch)) found.push_back(std::move(*merged));
  }
}

std::vector<Edge> junctionsShortWalks(const JunctionsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 16;
  constexpr double kMore = 1 + 1e-9;  // of the farthest that matters: rounding decides nothing
  JunctionMerger merger(in, nodes);
  double largest = 0;
  for (const RidgeNode& node : nodes) largest = std::max(largest, node.radius);
  const auto list = [&](double bound, bool isTouch) {
    std::vector<uint32_t> junctions;
    for (uint32_t node = 0; node < nodes.size(); ++node)
      if (merger.graph().degree(node) > 2) junctions.push_back(node);
    std::vector<std::vector<MergedBranch>> pieces((junctions.size() + kGrain - 1) / kGrain);
    context.device.threads().forEachRange(junctions.size(), kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) {
        const double farthest = bound * 0.5 * (nodes[junctions[i]].radius + largest) * kMore;
        listFrom(junctions[i], farthest, bound, isTouch, merger, nodes, pieces[begin / kGrain]);
      }
    });
    std::vector<MergedBranch> all;
    for (std::vector<MergedBranch>& piece : pieces) std::ranges::move(piece, std::back_inserter(all));
    return all;
  };
  merger.merge(list, context);
  return merger.graph().edges();
}

}  // namespace arete::cpu
