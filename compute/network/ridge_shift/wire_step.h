// One step of a node of a wire: it looks into a spheroid along its tangent, which turns on the way. Source: 3D, C 2.
#pragma once

#include <cmath>
#include <utility>

#include "compute/network/look/spheroid_kernel.h"
#include "compute/network/ridge_shift/contract.h"
#include "compute/network/rules/ridge_move.h"

namespace arete {

/// The tangent that is seen, unless it is another wire's. `turn`: `wireTurn`.
ARETE_HD shared::Vector3 turnedTo(const shared::Vector3& seen, const shared::Vector3& before, double turn) {
  return std::abs(dot(seen, before)) > turn ? seen : before;
}

/// As shared::ridgeMove, of a node of a wire, whose tangent turns.
ARETE_HD shared::RidgeMove wireMove(const shared::Vector3& place, shared::Vector3& tangent, const shared::RidgeView& view, double turn) {
  tangent = turnedTo(view.tangent, tangent, turn);
  const shared::Vector3 step = across(view.mean, tangent);
  return {place + step, step};
}

namespace cpu {

/// As BallShift. `Look`: SpheroidLook or SpheroidRows (compute/network/look).
template <class Look>
class SpheroidShift {
 public:
  SpheroidShift(const RidgeShiftInput& in, Look look) : in_(&in), look_(std::move(look)) {}

  shared::KernelSums sums(const RidgeNode& node) { return look_.sums(node.place, node.tangent, node.radius); }
  template <class... Eigen>
  shared::RidgeView view(const RidgeNode& node, const shared::KernelSums& sums, const Eigen&... eigen) const {
    const shared::Spheroid spheroid{node.place, node.tangent, in_->rules.ball * node.radius, in_->rules.ball * in_->r1};
    return shared::spheroidView(sums, eigen..., spheroid, in_->points.kernelScale);
  }
  shared::RidgeMove move(RidgeNode& node, const shared::RidgeView& view) const {
    return wireMove(node.place, node.tangent, view, in_->rules.wireTurn);
  }
  shared::Vector3 tangent(const RidgeNode& node, const shared::RidgeView& view) const {
    return turnedTo(view.tangent, node.tangent, in_->rules.wireTurn);
  }

 private:
  const RidgeShiftInput* in_;
  Look look_;
};

}  // namespace cpu

}  // namespace arete
