// decimate.cuda.mark_compact: version 2 of the thesis. One block; a point that goes is only marked, and the survivors are compacted once
// at the end: a warp takes 32 at a time, its vote gives each survivor its place behind those of lower lanes, and one addition per warp
// instead of one per point moves the end of the list (warp-aggregated; one warp, so the order stays).
// Memory: S, its indices, a mark each. Cost: m rounds of m/512 distances a thread. Loses to version 3 when sweeps repeat, as every sweep
// computes its distances anew. Source: thesis, 3.4.
#include "compute/chains/decimate/block_sweep.cuh"
#include "compute/chains/decimate/contract.h"
#include "compute/chains/decimate/mark.cuh"
#include "compute/chains/decimate/run_sweep.cuh"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

namespace {

template <class T>
__global__ void __launch_bounds__(kSweepBlock) markCompactKernel(SweepData<T> s) {
  uint32_t left = s.count;
  const auto d = size_t(s.dimension);
  for (uint32_t position = 0; position < s.count && left >= kFewestChosen; ++position) {
    uint64_t mine = 0;
    for (uint32_t other = threadIdx.x; other < s.count; other += kSweepBlock) {
      if (s.indices[other] == kMarked) continue;
      const T squared = shared::squaredDistance(s.points + position * d, 1, s.points + other * d, 1, s.dimension);
      mine += packCounts(squared <= s.near, squared <= s.far);
    }
    if (!pointGoes(mine)) continue;
    --left;
    if (threadIdx.x == 0) s.indices[position] = kMarked;
    __syncthreads();
  }
  compactMarked(s.indices, s.count, s.left);
}

}  // namespace

std::vector<uint32_t> decimateMarkCompact(const DecimateInput& in, const StageContext& context) {
  return runSweep(in, context, [](const auto& data, cudaStream_t stream) {
    markCompactKernel<<<1, kSweepBlock, 0, stream>>>(data);
    CUDA_CHECK_LAUNCH("markCompactKernel");
  });
}

}  // namespace arete::cuda
