// refit.cpu.sequential: row 0 of its stage. Junction by junction, all from the old places.
// Memory: the graph and a place for each node. Cost: for each junction its arms, up to the next. Loses to one thread per junction. Source: 2D, step
// 11b.
#include "compute/network/junctions/junction_fit.h"
#include "compute/network/refit/contract.h"

namespace arete::cpu {

uint32_t refitSequential(const RefitInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  const JunctionFit fit(in, nodes);
  std::vector<JunctionFit::Moved> moved;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    context.checkStop();
    if (fit.isJunction(i)) moved.push_back(fit.fit(i));
  }
  return moveTo(moved, nodes);
}

}  // namespace arete::cpu
