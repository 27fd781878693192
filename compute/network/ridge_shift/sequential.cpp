// ridge_shift.cpu.sequential: row 0 of its stage. Every node looks into its ball, one after the other.
// Memory: a grid, which each iteration builds again, because nothing is kept between them. Cost: for each moving node the super-points in
// its ball. Loses to versions that keep the grid, and to one thread per node. Source: network, step 4.
#include <algorithm>

#include "compute/network/look/kernel_look.h"
#include "compute/network/ridge_shift/contract.h"
#include "compute/network/ridge_shift/ridge_step.h"

namespace arete::cpu {

uint32_t ridgeShiftSequential(const RidgeShiftInput& in, MovedNodes nodes, const StageContext& context) {
  double smallest = steppedRadius(in.r1, in.rules.radiusSteps), largest = in.r1;
  for (const RidgeNode& node : nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  const KernelLook look(in.points, in.rules.ball * smallest, in.rules.ball * largest, context);
  StopTicker tick(context);
  uint32_t went = 0;
  for (uint32_t iteration = 1; iteration <= in.iterations; ++iteration) {
    went = 0;
    for (RidgeNode& node : nodes) {
      tick();
      if (node.still) continue;
      const bool moved = ridgeStep(node, look, in, in.last && iteration == in.iterations);
      went += moved;
      if (!in.counts.empty()) in.counts[iteration - 1].went += moved, in.counts[iteration - 1].rested += node.still;
    }
  }
  return went;
}

}  // namespace arete::cpu
