// ridge_shift.cpu.sequential: row 0 of its stage. Every node looks into its ball, one after the other.
// Memory: a grid, which each iteration builds again, because nothing is kept between them. Cost: for each node that is not still the super-points in
// its ball. Loses to what keeps the grid, and to a thread a node. Source: network, step 4.
#include <algorithm>

#include "compute/cpu/network/kernel_look.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

/// What the node is once it does not go on.
static void comeToRest(RidgeNode& node, const KernelLook& look, const NetworkRules& rules) {
  const double radius = rules.ball * node.radius;
  const shared::KernelSums sums = look.sums(node.place, radius);
  const shared::RidgeView view = look.viewOf(sums, radius);
  node.still = true;
  node.lost = sums.weight < rules.weightNeeded || view.density == 0;
  node.tangent = view.tangent, node.density = view.density, node.crest = view.crest;
}

uint32_t ridgeShiftSequential(const RidgeShiftInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  double smallest = steppedRadius(in.r1, in.rules.radiusSteps), largest = in.r1;
  for (const RidgeNode& node : nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  const KernelLook look(in.points, in.rules.ball * smallest, in.rules.ball * largest);
  StopTicker tick(context);
  uint32_t went = 0;
  for (RidgeNode& node : nodes) {
    tick();
    if (node.still) continue;
    const shared::RidgeView view = look.view(node.place, in.rules.ball * node.radius);
    const shared::Vector3 step = across(view.mean, view.tangent);  // no step where nothing is seen
    node.place = node.place + step;
    went += squaredLength(step) > 0;
    if (in.last || lengthOf(step) < in.rules.shiftEnd * in.r1) comeToRest(node, look, in.rules);
  }
  return went;
}

}  // namespace arete::cpu
