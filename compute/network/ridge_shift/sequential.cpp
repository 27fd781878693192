// ridge_shift.cpu.sequential: row 0 of its stage. Every node looks into its ball or spheroid, one after the other.
// Memory: a grid, which each call builds again, because nothing is kept between them. Cost: for each moving node the super-points in its ball, or in
// the ball around its spheroid. Loses to versions that keep the grid, and to one thread per node. Source: network, step 4; 3D, C 2.
#include <algorithm>

#include "compute/network/look/kernel_look.h"
#include "compute/network/look/spheroid_look.h"
#include "compute/network/ridge_shift/contract.h"
#include "compute/network/ridge_shift/ridge_step.h"
#include "compute/network/ridge_shift/wire_step.h"

namespace arete::cpu {

/// True when it moved. `last`: it comes to rest in any case.
template <class Shift>
static bool ridgeStep(RidgeNode& node, Shift& shift, const RidgeShiftInput& in, bool last) {
  const auto [next, moved] = shift.move(node, shift.view(node, shift.sums(node)));
  node.place = next;
  if (last || lengthOf(moved) < in.rules.shiftEnd * in.r1) {
    const shared::KernelSums sums = shift.sums(node);
    const shared::RidgeView view = shift.view(node, sums);
    comeToRest(node, shift.tangent(node, view), view, sums.weight, in.rules.weightNeeded);
  }
  return squaredLength(moved) > 0;
}

template <class Shift>
static uint32_t shiftInTurn(const RidgeShiftInput& in, std::span<RidgeNode> nodes, Shift shift, const StageContext& context) {
  StopTicker tick(context);
  uint32_t went = 0;
  for (uint32_t iteration = 1; iteration <= in.iterations; ++iteration) {
    went = 0;
    for (RidgeNode& node : nodes) {
      tick();
      if (node.still) continue;
      const bool moved = ridgeStep(node, shift, in, in.last && iteration == in.iterations);
      went += moved;
      if (!in.counts.empty()) in.counts[iteration - 1].went += moved, in.counts[iteration - 1].rested += node.still;
    }
  }
  return went;
}

uint32_t ridgeShiftSequential(const RidgeShiftInput& in, MovedNodes nodes, const StageContext& context) {
  if (in.rules.wires) {
    const auto [least, greatest] = radiusRange(nodes, in.r1);
    return shiftInTurn(in, nodes, SpheroidShift(in, SpheroidLook(in.points, in.r1, in.rules.ball, least, greatest, context)), context);
  }
  double smallest = steppedRadius(in.r1, in.rules.radiusSteps), largest = in.r1;
  for (const RidgeNode& node : nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  return shiftInTurn(in, nodes, BallShift(in, KernelLook(in.points, in.rules.ball * smallest, in.rules.ball * largest, context)), context);
}

}  // namespace arete::cpu
