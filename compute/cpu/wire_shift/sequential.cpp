// wire_shift.cpu.sequential: row 0 of its stage. Every node looks into its spheroid, one after the other.
// Memory: a grid, which each call builds again. Cost: for each node that is not still the super-points in the ball around its spheroid. Loses to a
// thread a node. Source: 3D, C 2.
#include "compute/cpu/network/wire_step.h"
#include "compute/cpu/wire_versions.h"

namespace arete::cpu {

uint32_t wireShiftSequential(const WireShiftInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  const auto [least, greatest] = radiusRange(nodes, in.r1);
  const WireLook look(in.points, in.r1, in.rules, least, greatest);
  StopTicker tick(context);
  uint32_t went = 0;
  for (uint32_t iteration = 1; iteration <= in.iterations; ++iteration) {
    went = 0;
    for (RidgeNode& node : nodes) {
      tick();
      if (!node.still) went += wireStep(node, look, in, in.last && iteration == in.iterations);
    }
  }
  return went;
}

}  // namespace arete::cpu
