// One step of a node towards the ridge. `Look`: anything that has sums(), view() and viewOf() of compute/network/look/kernel_look.h.
#pragma once

#include "compute/network/ridge_shift/contract.h"
#include "compute/network/rules/ridge_kernel.h"

namespace arete::cpu {

/// What the node becomes once it stops, from what it sees there.
inline void comeToRest(RidgeNode& node, const shared::RidgeView& view, int64_t weight, const NetworkRules& rules) {
  node.still = true;
  node.lost = weight < rules.weightNeeded || view.density == 0;
  node.tangent = view.tangent, node.density = view.density, node.crest = view.crest;
}

/// True when it moved. `last`: it comes to rest in any case.
template <class Look>
bool ridgeStep(RidgeNode& node, Look& look, const RidgeShiftInput& in, bool last) {
  const shared::RidgeView view = look.view(node.place, in.rules.ball * node.radius);
  const auto [next, moved] = shared::ridgeMove(node.place, view, in.points.surface());
  node.place = next;
  if (last || lengthOf(moved) < in.rules.shiftEnd * in.r1) {
    const shared::KernelSums sums = look.sums(node.place, in.rules.ball * node.radius);
    comeToRest(node, look.viewOf(sums, in.rules.ball * node.radius), sums.weight, in.rules);
  }
  return squaredLength(moved) > 0;
}

}  // namespace arete::cpu
