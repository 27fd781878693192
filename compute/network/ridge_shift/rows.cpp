// ridge_shift.cpu.rows: nodes do not affect each other, so each thread takes some, and goes with eight at a time through all iterations that are
// asked for: their eigenvectors are found together (compute/network/ridge_shift/shift_lanes.h). A ball is read in rows of a grid that is kept with
// the super-points, and summed a register at a time; of a spheroid only the rows along its axis are read, and serve a node for several iterations
// (compute/network/look/spheroid_rows.h). Memory: the grids (compute/network/look/row_grid.h); of wires for each thread the super-points around eight
// axes. Cost: for each moving node about 1.3 times the super-points in its ball, or those around its axis, 1 to 2 ns each, and five sweeps of
// rotations, a quarter each or less. Floor: the terms of the super-points. Loses to row 0 for a few dozen nodes. Source: network, step 4; 3D, A, C 2.
#include <algorithm>

#include "compute/network/look/ball_look.h"
#include "compute/network/look/spheroid_rows.h"
#include "compute/network/ridge_shift/contract.h"
#include "compute/network/ridge_shift/ridge_step.h"
#include "compute/network/ridge_shift/shift_lanes.h"
#include "compute/network/ridge_shift/wire_step.h"

namespace arete::cpu {

uint32_t ridgeShiftRows(const RidgeShiftInput& in, MovedNodes nodes, const StageContext& context) {
  constexpr double kBeyond = 0.5;
  context.checkStop();
  double smallest = steppedRadius(in.r1, in.rules.radiusSteps), largest = 0;
  for (const RidgeNode& node : nodes)
    if (!node.still) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  if (largest == 0 || in.iterations == 0) return 0;
  if (in.rules.wires) return shiftOnThreads(in, nodes, SpheroidShift(in, SpheroidRows(in.points, in.r1, in.rules.ball, kBeyond, context)), context);
  return shiftOnThreads(in, nodes, BallShift(in, BallLook(in.points, in.rules.ball * smallest, in.rules.ball * largest, context)), context);
}

}  // namespace arete::cpu
