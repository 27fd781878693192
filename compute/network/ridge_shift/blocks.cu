// ridge_shift.cuda.blocks: a block goes through all iterations that are asked for with eight nodes, which do not see each other. A warp sums the ball
// or the spheroid of a node; then the first warp, one lane per node, finds the eigenvectors, which take as long as the sums, and moves the nodes. So
// rotations are not made by whole warps for one node each, and no launch waits for the slowest node of the cloud. Memory: the grids
// (compute/network/look/row_grid.cuh) and 80 bytes a node. Cost: for each node that is not still two searches in each row that its ball (of a
// wire: the ball around its spheroid) touches, a warp's turn for every 32 super-points there, and five sweeps of rotations. Floor: the terms of the
// super-points in the balls. Loses to the CPU for a few hundred nodes. Source: network, step 4; 3D, A, C 2.
#include "compute/gpu/launch_shapes.h"
#include "compute/network/graph/moved_nodes.cuh"
#include "compute/network/look/ball_sums.cuh"
#include "compute/network/look/spheroid_sums.cuh"
#include "compute/network/ridge_shift/contract.h"
#include "compute/network/ridge_shift/ridge_step.h"
#include "compute/network/ridge_shift/wire_step.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kRidgeWarps = 8, kRidgeBlock = kRidgeWarps * kWarp, kNodes = kRidgeWarps;  // nodes a block

struct ShiftRules {
  double ball, end, kernelScale;  // end: a shorter move is the last one
  int64_t weightNeeded;
  shared::NodeSurface surface;
  uint32_t iterations;
  bool last;
};

/// What becomes of a node: it moves, it is measured where it came to stand, or nothing more in this call.
enum class Phase : uint8_t { moves, rests, done };

/// A node on its way. Only the first warp changes it.
struct Moving {
  shared::Vector3 place;
  double radius;
  Phase phase;
};
static_assert(sizeof(Moving) % sizeof(uint64_t) == 0 && sizeof(shared::KernelSums) % sizeof(uint64_t) == 0);

/// How nodes look and move in general. `node`: as it lies in memory, the place and the radius as in `moving`.
template <int D>
struct Balls : ShiftRules {
  __device__ shared::KernelSums sums(const RowLevels& levels, const Moving& moving, const RidgeNode&) const {
    return ballSums<D>(levels, moving.place, ball * moving.radius, kernelScale);
  }
  __device__ shared::RidgeView view(const shared::KernelSums& sums, const Moving& moving, const RidgeNode&) const {
    return shared::ridgeView(sums, ball * moving.radius, kernelScale, D);
  }
  __device__ shared::RidgeMove move(const Moving& moving, RidgeNode&, const shared::RidgeView& view) const {
    return shared::ridgeMove(moving.place, view, surface);
  }
  __device__ shared::Vector3 tangent(const RidgeNode&, const shared::RidgeView& view) const { return view.tangent; }
};

/// Nodes of wires, whose tangents turn on the way.
struct Spheroids : ShiftRules {
  double across, turn;  // the shorter semi-axis; wireTurn

  __device__ shared::Spheroid of(const Moving& moving, const RidgeNode& node) const {
    return {moving.place, node.tangent, ball * moving.radius, across};
  }
  __device__ shared::KernelSums sums(const RowLevels& levels, const Moving& moving, const RidgeNode& node) const {
    return spheroidSums(levels, of(moving, node), kernelScale);
  }
  __device__ shared::RidgeView view(const shared::KernelSums& sums, const Moving& moving, const RidgeNode& node) const {
    return shared::spheroidView(sums, of(moving, node), kernelScale);
  }
  __device__ shared::RidgeMove move(const Moving& moving, RidgeNode& node, const shared::RidgeView& view) const {
    return wireMove(moving.place, node.tangent, view, turn);
  }
  __device__ shared::Vector3 tangent(const RidgeNode& node, const shared::RidgeView& view) const {
    return turnedTo(view.tangent, node.tangent, turn);
  }
};

/// The turn of a lane of the first warp, from the sums of its node's ball. True where the node went. `Shift`: Balls or Spheroids.
template <class Shift>
__device__ bool takeTurn(Moving& moving, RidgeNode& node, const shared::KernelSums& sums, const Shift& shift, uint32_t iteration) {
  const shared::RidgeView view = shift.view(sums, moving, node);
  if (moving.phase == Phase::rests) {
    moving.phase = Phase::done;
    node.place = moving.place;
    comeToRest(node, shift.tangent(node, view), view, sums.weight, shift.weightNeeded);
    return false;
  }
  const shared::RidgeMove move = shift.move(moving, node, view);
  moving.place = move.next;
  const bool isLast = iteration == shift.iterations;
  if ((shift.last && isLast) || lengthOf(move.moved) < shift.end) moving.phase = Phase::rests;
  else if (isLast) moving.phase = Phase::done, node.place = moving.place;
  return squaredLength(move.moved) > 0;
}

template <class Shift>
__global__ void __launch_bounds__(kRidgeBlock)
    ridgeShiftKernel(const __grid_constant__ RowLevels levels, Shift shift, RidgeNode* nodes, uint32_t count, ShiftCount* counts) {
  __shared__ uint64_t movingMemory[kNodes * sizeof(Moving) / sizeof(uint64_t)];  // of types that would be initialised
  __shared__ uint64_t sumsMemory[kNodes * sizeof(shared::KernelSums) / sizeof(uint64_t)];
  Moving* const moving = reinterpret_cast<Moving*>(movingMemory);
  shared::KernelSums* const sums = reinterpret_cast<shared::KernelSums*>(sumsMemory);
  __shared__ uint32_t open;  // a bit for each node that is not done
  const uint32_t warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp, i = blockIdx.x * kNodes + lane;
  if (warp == 0) {
    const bool moves = lane < kNodes && i < count && !nodes[i].still;
    if (moves) moving[lane] = {nodes[i].place, nodes[i].radius, Phase::moves};
    const uint32_t bits = __ballot_sync(kAllLanes, moves);
    if (lane == 0) open = bits;
  }
  __syncthreads();
  for (uint32_t iteration = 1; open != 0; ++iteration) {  // all threads read the same bits: they change between two barriers only
    const uint32_t bits = open;
    uint32_t turn = 0;
    for (uint32_t left = bits; left != 0; left &= left - 1, ++turn) {
      if (turn % kRidgeWarps != warp) continue;
      const uint32_t node = __ffs(left) - 1;
      const shared::KernelSums found = shift.sums(levels, moving[node], nodes[blockIdx.x * kNodes + node]);
      if (lane == 0) sums[node] = found;
    }
    __syncthreads();
    if (warp == 0) {
      const bool isOpen = (bits >> lane & 1) != 0, hasMoved = isOpen && moving[lane].phase == Phase::moves;
      const bool hasGone = isOpen && takeTurn(moving[lane], nodes[i], sums[lane], shift, iteration);
      const uint32_t left = __ballot_sync(kAllLanes, isOpen && moving[lane].phase != Phase::done);
      const uint32_t gone = __ballot_sync(kAllLanes, hasGone), rested = __ballot_sync(kAllLanes, hasMoved && moving[lane].phase == Phase::rests);
      if (lane == 0) {
        open = left;
        if (gone != 0) atomicAdd(&counts[iteration - 1].went, static_cast<uint32_t>(__popc(gone)));
        if (rested != 0) atomicAdd(&counts[iteration - 1].rested, static_cast<uint32_t>(__popc(rested)));
      }
    }
    __syncthreads();
  }
}

}  // namespace

uint32_t ridgeShiftBlocks(const RidgeShiftInput& in, MovedNodes nodes, const StageContext& context) {
  const double ball = in.rules.ball;
  const ShiftRules rules{ball, in.rules.shiftEnd * in.r1, in.points.kernelScale, in.rules.weightNeeded, in.points.surface(), in.iterations, in.last};
  return shiftNodes(
      in, nodes, context, [&](const SuperPointsOnDevice& points, const NodeRange& range, const ShiftedNodes& there, cudaStream_t stream) {
        const RowLevels levels = points.grids(ball * range.leastRadius, ball * range.greatestRadius);
        const auto launch = [&](const auto& shift) {
          ridgeShiftKernel<<<blocksFor(there.count, kNodes), kRidgeBlock, 0, stream>>>(levels, shift, there.nodes, there.count, there.counts);
          CUDA_CHECK_LAUNCH("ridgeShiftKernel");
        };
        if (in.rules.wires) launch(Spheroids{rules, ball * in.r1, in.rules.wireTurn});
        else if (in.points.dimension == 2) launch(Balls<2>{rules});
        else launch(Balls<3>{rules});
      });
}

}  // namespace arete::cuda
