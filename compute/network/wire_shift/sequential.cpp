// wire_shift.cpu.sequential: row 0 of its stage. Every node looks into its spheroid, one after the other.
// Memory: a grid, which each call builds again. Cost: for each node that is not still the super-points in the ball around its spheroid. Loses to a
// thread a node. Source: 3D, C 2.
#include "compute/network/wire_shift/contract.h"
#include "compute/network/wire_shift/wire_look.h"

namespace arete::cpu {

uint32_t wireShiftSequential(const WireShiftInput& in, MovedNodes nodes, const StageContext& context) {
  const auto [least, greatest] = radiusRange(nodes, in.r1);
  const WireLook look(in.points, in.r1, in.rules, least, greatest, context);
  StopTicker tick(context);
  ShiftCount count;
  for (uint32_t iteration = 1; iteration <= in.iterations; ++iteration) {
    count = {};
    for (RidgeNode& node : nodes) {
      tick();
      if (node.still) continue;
      count.went += wireStep(node, look, in.r1, in.rules, in.last && iteration == in.iterations);
      count.rested += node.still;
    }
    if (!in.counts.empty()) in.counts[iteration - 1] = count;
  }
  return count.went;
}

}  // namespace arete::cpu
