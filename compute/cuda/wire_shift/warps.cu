// wire_shift.cuda.warps: a warp goes with a node through all iterations that are asked for; its lanes sum up what the node sees through its spheroid.
// Memory: the grids (compute/cuda/network/row_grid.h), 80 bytes a node. Cost: for each node that is not still the super-points in the ball around its
// spheroid, and five sweeps of rotations by every lane. Floor: the terms of the super-points. Loses to CPU threads for some hundred nodes. Source:
// 3D, C 2.
#include <algorithm>
#include <cstring>

#include "compute/cuda/launch_shapes.h"
#include "compute/cuda/network/nodes_on_device.h"
#include "compute/cuda/network/spheroid_sums.cuh"
#include "compute/cuda/network/super_points_on_device.h"
#include "compute/cuda/wire_versions.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kBlock = 128;

struct ShiftTurns {
  uint32_t iterations;
  bool last;
  double r1;
};

__global__ void __launch_bounds__(kBlock)
    wireShiftKernel(const __grid_constant__ RowLevels levels, const __grid_constant__ NetworkRules rules, double kernelScale, ShiftTurns turns,
                    RidgeNode* nodes, uint32_t count, ShiftCount* counts) {
  const uint32_t i = (blockIdx.x * kBlock + threadIdx.x) / kWarp;
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

uint32_t wireShiftWarps(const WireShiftInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (nodes.empty() || in.iterations == 0) return 0;
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const NodeRange range = NodeRange::of(nodes);
  const Buffer<RidgeNode> there(nodes.size(), stream);
  device.staging().upload(there.data(), nodes.data(), nodes.size_bytes(), stream);
  const Buffer<ShiftCount> counts(in.iterations, stream);
  counts.clear();
  const RowLevels levels = points->grids(in.rules.ball * std::min(in.r1, range.leastRadius), in.rules.ball * range.greatestRadius);
  wireShiftKernel<<<blocksFor(nodes.size(), kBlock / kWarp), kBlock, 0, stream>>>(
      levels, in.rules, in.points.kernelScale, {in.iterations, in.last, in.r1}, there.data(), uint32_t(nodes.size()), counts.data());
  CUDA_CHECK_LAUNCH("wireShiftKernel");
  const std::byte* const found = device.download(counts.data(), in.iterations * sizeof(ShiftCount));
  ShiftCount last;
  std::memcpy(&last, found + (in.iterations - 1) * sizeof last, sizeof last);
  if (!in.counts.empty()) std::memcpy(in.counts.data(), found, in.iterations * sizeof last);
  device.staging().download(nodes.data(), there.data(), nodes.size_bytes(), stream);
  return last.went;
}

}  // namespace arete::cuda
