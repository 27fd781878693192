// junctions.cpu.sequential: row 0 of its stage. Each sweep lists the branches whose junctions may become one.
// Memory: the graph and its branches. Cost: a sweep walks all branches; few sweeps are needed. Loses to one thread per junction. Source: 2D, step
// 11b.
#include "compute/network/junctions/contract.h"
#include "compute/network/junctions/junction_merger.h"

namespace arete::cpu {

std::vector<Edge> junctionsSequential(const JunctionsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  JunctionMerger merger(in, nodes);
  const auto list = [&](double bound, bool isTouch) {
    std::vector<MergedBranch> found;
    for (Branch& branch : allBranches(merger.graph(), std::span<const RidgeNode>(nodes)))
      if (auto merged = merger.merged(std::move(branch), bound, isTouch)) found.push_back(std::move(*merged));
    return found;
  };
  merger.merge(list, context);
  return merger.graph().edges();
}

}  // namespace arete::cpu
