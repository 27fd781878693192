// wire_shift.cuda.warps: a warp goes with a node through all iterations that are asked for; its lanes sum up what the node sees through its spheroid.
// Memory: the grids (compute/network/look/row_grid.cuh), 80 bytes a node. Cost: for each node that is not still the super-points in the ball around
// its spheroid, and five sweeps of rotations by every lane. Floor: the terms of the super-points. Loses to CPU threads for some hundred nodes.
// Source: 3D, C 2.
#include <algorithm>

#include "compute/gpu/launch_shapes.h"
#include "compute/network/graph/moved_nodes.cuh"
#include "compute/network/look/spheroid_sums.cuh"
#include "compute/network/wire_shift/contract.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kWireShiftBlock = 128;

struct ShiftTurns {
  uint32_t iterations;
  bool last;
  double r1;
};

__global__ void __launch_bounds__(kWireShiftBlock)
    wireShiftKernel(const __grid_constant__ RowLevels levels, const __grid_constant__ NetworkRules rules, double kernelScale, ShiftTurns turns,
                    RidgeNode* nodes, uint32_t count, ShiftCount* counts) {
  const uint32_t i = (blockIdx.x * kWireShiftBlock + threadIdx.x) / kWarp;
  if (i >= count || nodes[i].still) return;  // the whole warp
  const WarpWireLook look{levels, rules.ball * turns.r1, rules.ball, kernelScale};
  RidgeNode node = nodes[i];  // all lanes make the same steps
  const bool isFirst = threadIdx.x % kWarp == 0;
  for (uint32_t shift = 0; shift < turns.iterations && !node.still; ++shift) {
    const bool went = wireStep(node, look, turns.r1, rules, turns.last && shift + 1 == turns.iterations);
    if (isFirst && went) atomicAdd(&counts[shift].went, 1u);
    if (isFirst && node.still) atomicAdd(&counts[shift].rested, 1u);
  }
  __syncwarp();
  if (isFirst) nodes[i] = node;
}

}  // namespace

uint32_t wireShiftWarps(const WireShiftInput& in, MovedNodes nodes, const StageContext& context) {
  return shiftNodes(in, nodes, context,
                    [&](const SuperPointsOnDevice& points, const NodeRange& range, const ShiftedNodes& there, cudaStream_t stream) {
                      const double least = std::min(in.r1, range.leastRadius);
                      wireShiftKernel<<<blocksFor(there.count, kWireShiftBlock / kWarp), kWireShiftBlock, 0, stream>>>(
                          points.grids(in.rules.ball * least, in.rules.ball * range.greatestRadius), in.rules, in.points.kernelScale,
                          {in.iterations, in.last, in.r1}, there.nodes, there.count, there.counts);
                      CUDA_CHECK_LAUNCH("wireShiftKernel");
                    });
}

}  // namespace arete::cuda
