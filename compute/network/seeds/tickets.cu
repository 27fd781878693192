// seeds.cuda.tickets: super-points in the order of their weights, by a radix sort; then warps draw them one after the other and each waits for those
// near it that came before (compute/network/graph/greedy_set.cuh).
// Memory: 28 bytes a super-point and the grid that is kept with them. Cost: a sort and a ball for each. Where all weigh the same the order is that of
// the cells, and warps wait along whole curves: then a microsecond for each that waits for the one before. Loses to the CPU for a few thousand.
// Source: network, step 3.
#include <cstring>

#include "compute/network/graph/greedy_set.cuh"
#include "compute/network/graph/kept_copy.cuh"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/seeds/contract.h"

namespace arete::cuda {

namespace {

/// Heavy ones first, strays last.
__global__ void __launch_bounds__(kSetBlock)
    seedKeysKernel(const int64_t* weights, const double* radii, uint32_t count, uint32_t* keys, uint32_t* numbers, uint32_t* states) {
  const uint32_t i = blockIdx.x * kSetBlock + threadIdx.x;
  if (i >= count) return;
  const bool isStray = radii[i] == 0;
  keys[i] = isStray ? UINT32_MAX : UINT32_MAX - static_cast<uint32_t>(weights[i]);  // a cloud has fewer than 2^32 points
  numbers[i] = i;
  states[i] = isStray ? SetState::kGone : SetState::kOpen;
}

struct SameReach {
  double reach;
  __device__ double operator()(uint32_t) const { return reach; }
};

}  // namespace

std::vector<uint32_t> seedsTickets(const SeedsInput& in, const StageContext& context) {
  context.checkStop();
  const uint32_t count = in.points.size();
  if (count == 0) return {};
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const auto radii = KeptCopy<double>::of(in.radii, device);
  const Buffer<uint32_t> keys(count, stream), numbers(count, stream), states(count, stream);
  seedKeysKernel<<<blocksFor(count, kSetBlock), kSetBlock, 0, stream>>>(points->places().weights, radii->data(), count, keys.data(), numbers.data(),
                                                                        states.data());
  CUDA_CHECK_LAUNCH("seedKeysKernel");
  const double spacing = in.rules.seedSpacing * in.r1;
  const RowLevels levels = points->grids(spacing, spacing);
  return greedySet(levels.of(spacing), points->places(), spacing, RemovesWithin<SameReach>{{spacing}}, keys, 32, numbers, states, device);
}

}  // namespace arete::cuda
