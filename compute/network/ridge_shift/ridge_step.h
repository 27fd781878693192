// One step of a node towards the ridge, as what it sees in a ball says; wires: wire_step.h.
#pragma once

#include <utility>

#include "compute/network/ridge_shift/contract.h"
#include "compute/network/rules/ridge_move.h"

namespace arete {

/// The node as it is once it stops, from what it sees there.
ARETE_HD void comeToRest(RidgeNode& node, const shared::Vector3& tangent, const shared::RidgeView& view, int64_t weight, int64_t weightNeeded) {
  node.still = true;
  node.lost = weight < weightNeeded || view.density == 0;
  node.tangent = tangent, node.density = view.density, node.crest = view.crest;
}

namespace cpu {

/// How nodes look into balls and move by what they see. `Look`: KernelLook or BallLook (compute/network/look).
template <class Look>
class BallShift {
 public:
  BallShift(const RidgeShiftInput& in, Look look) : in_(&in), look_(std::move(look)) {}

  shared::KernelSums sums(const RidgeNode& node) { return look_.sums(node.place, in_->rules.ball * node.radius); }
  /// `eigen`: nothing, or the eigenvectors of the covariance of sums whose density is above 0.
  template <class... Eigen>
  shared::RidgeView view(const RidgeNode& node, const shared::KernelSums& sums, const Eigen&... eigen) const {
    return shared::ridgeView(sums, eigen..., in_->rules.ball * node.radius, in_->points.kernelScale, in_->points.dimension);
  }
  shared::RidgeMove move(RidgeNode& node, const shared::RidgeView& view) const { return shared::ridgeMove(node.place, view, in_->points.surface()); }
  shared::Vector3 tangent(const RidgeNode&, const shared::RidgeView& view) const { return view.tangent; }

 private:
  const RidgeShiftInput* in_;
  Look look_;
};

}  // namespace cpu

}  // namespace arete
