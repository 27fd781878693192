// wire_shift.cpu.rows: nodes do not see each other, so each thread takes some, and goes with eight at a time through all iterations that are asked
// for: their eigenvectors are found together (compute/network/look/shift_lanes.h). Of the super-points only those along the axis of a spheroid are
// read (compute/network/wire_shift/wire_rows.h), in a grid that is kept with them, and serve a node for several iterations. Memory: the grid, and for
// each thread the super-points around eight axes. Cost: for each node that is not still the super-points around its axis, and five sweeps of
// rotations, a quarter each or less. Floor: the terms of the super-points. Loses to row 0 for a few nodes. Source: 3D, C 2.
#include "compute/network/look/shift_lanes.h"
#include "compute/network/wire_shift/contract.h"
#include "compute/network/wire_shift/wire_rows.h"

namespace arete::cpu {

namespace {

/// How nodes of a thread move.
class WireLanes {
 public:
  WireLanes(const WireShiftInput& in, const WireRows& rows) : in_(in), rows_(kEigenLanes, rows) {}

  shared::KernelSums sums(int lane, const RidgeNode& node) { return rows_[size_t(lane)].sums(node.place, node.tangent, node.radius); }
  shared::RidgeView view(const shared::KernelSums& sums, const shared::Eigen3& eigen, const RidgeNode& node) const {
    return rows_[0].view(sums, eigen, node);
  }
  shared::Vector3 move(RidgeNode& node, const shared::RidgeView& view) const { return goOnWire(node, view, in_.rules); }
  bool isShort(const shared::Vector3& step) const { return lengthOf(step) < in_.rules.shiftEnd * in_.r1; }
  void rest(RidgeNode& node, const shared::RidgeView& view, const shared::KernelSums& sums) const {
    comeToRestOnWire(node, {view, sums.weight}, in_.rules);
  }

 private:
  const WireShiftInput& in_;
  std::vector<WireRows> rows_;  // of each lane
};

}  // namespace

uint32_t wireShiftRows(const WireShiftInput& in, MovedNodes nodes, const StageContext& context) {
  constexpr double kBeyond = 0.5;
  context.checkStop();
  if (in.iterations == 0) return 0;
  return shiftOnThreads(in, nodes, WireLanes(in, WireRows(in.points, in.r1, in.rules, kBeyond, context)), context);
}

}  // namespace arete::cpu
