// refit.cpu.short_walks: one thread per junction; arms are walked no farther than they count.
// Memory: the graph, a place a node, the nodes near junctions. Cost: for each junction some nodes of each arm. Floor: reading the edges. Loses to row
// 0 for a few junctions. Source: 2D, step 11b.
#include "compute/network/junctions/junction_fit.h"
#include "compute/network/refit/contract.h"

namespace arete::cpu {

uint32_t refitShortWalks(const RefitInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 16;
  const JunctionFit fit(in, nodes);
  std::vector<uint32_t> junctions;
  for (uint32_t i = 0; i < nodes.size(); ++i)
    if (fit.isJunction(i)) junctions.push_back(i);
  std::vector<JunctionFit::Moved> moved(junctions.size());
  context.device.threads().forEachRange(junctions.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) moved[i] = fit.fitNear(junctions[i]);
  });
  return moveTo(moved, nodes);
}

}  // namespace arete::cpu
