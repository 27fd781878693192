// ridge_shift.cpu.rows: nodes do not affect each other, so each thread takes some, and goes with eight at a time through all iterations that are
// asked for: their eigenvectors are found together (compute/network/look/shift_lanes.h). A ball is read in rows of a grid that is kept with the
// super-points, and summed a register at a time. Memory: the grids (compute/network/look/row_grid.h). Cost: for each moving node about 1.3 times the
// super-points in its ball, 1 to 2 ns each, and five sweeps of rotations, a quarter each or less. Floor: the terms of the super-points. Loses to
// row 0 for a few dozen nodes. Source: network, step 4; 3D, A.
#include <algorithm>
#include <vector>

#include "compute/network/look/ball_look.h"
#include "compute/network/look/shift_lanes.h"
#include "compute/network/ridge_shift/contract.h"
#include "compute/network/ridge_shift/ridge_step.h"
#include "compute/network/rules/ridge_move.h"

namespace arete::cpu {

namespace {

/// How nodes of a thread move.
class RidgeLanes {
 public:
  RidgeLanes(const RidgeShiftInput& in, const BallLook& look) : in_(in), looks_(kEigenLanes, look) {}

  shared::KernelSums sums(int lane, const RidgeNode& node) { return looks_[size_t(lane)].sums(node.place, in_.rules.ball * node.radius); }
  shared::RidgeView view(const shared::KernelSums& sums, const shared::Eigen3& eigen, const RidgeNode& node) const {
    return shared::ridgeView(sums, eigen, in_.rules.ball * node.radius, in_.points.kernelScale, in_.points.dimension);
  }
  shared::Vector3 move(RidgeNode& node, const shared::RidgeView& view) const {
    const auto [next, moved] = shared::ridgeMove(node.place, view, in_.points.surface());
    node.place = next;
    return moved;
  }
  bool isShort(const shared::Vector3& step) const { return lengthOf(step) < in_.rules.shiftEnd * in_.r1; }
  void rest(RidgeNode& node, const shared::RidgeView& view, const shared::KernelSums& sums) const { comeToRest(node, view, sums.weight, in_.rules); }

 private:
  const RidgeShiftInput& in_;
  std::vector<BallLook> looks_;  // of each lane
};

}  // namespace

uint32_t ridgeShiftRows(const RidgeShiftInput& in, MovedNodes nodes, const StageContext& context) {
  double smallest = steppedRadius(in.r1, in.rules.radiusSteps), largest = 0;
  for (const RidgeNode& node : nodes)
    if (!node.still) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  if (largest == 0 || in.iterations == 0) return 0;
  const BallLook look(in.points, in.rules.ball * smallest, in.rules.ball * largest, context);
  return shiftOnThreads(in, nodes, RidgeLanes(in, look), context);
}

}  // namespace arete::cpu
