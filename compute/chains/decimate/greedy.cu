// decimate.cuda.greedy: many blocks decide at once. A block takes a point at a time, its threads count the neighbours that are not marked
// yet, and it marks the point if it goes; no block waits for what the others do with lower indices. Two neighbours may both go although
// each would have stayed without the other, so too many are removed, and different ones in every run: inexact, kept for comparison.
// At least kFewestChosen − 1 points stay, as in the sequential rule.
// Memory: S, its indices, a mark each. Cost: m²/blocks distances per block. Source: thesis, 3.4.
#include <algorithm>
#include <span>

#include "compute/chains/decimate/block_sweep.cuh"
#include "compute/chains/decimate/contract.h"
#include "compute/chains/decimate/mark.cuh"
#include "compute/chains/decimate/run_sweep.cuh"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kMostBlocks = 1024;

template <class T>
__global__ void __launch_bounds__(kSweepBlock) decimateGreedilyKernel(SweepData<T> s, uint32_t* mayGo) {
  const auto d = size_t(s.dimension);
  for (uint32_t position = blockIdx.x; position < s.count; position += gridDim.x) {
    uint64_t mine = 0;
    for (uint32_t other = threadIdx.x; other < s.count; other += kSweepBlock) {
      if (__ldcg(s.indices + other) == kMarked) continue;
      const T squared = shared::squaredDistance(s.points + position * d, 1, s.points + other * d, 1, s.dimension);
      mine += packCounts(squared <= s.near, squared <= s.far);
    }
    if (pointGoes(mine) && threadIdx.x == 0 && int(atomicSub(mayGo, 1u)) > 0) atomicExch(s.indices + position, kMarked);
  }
}

__global__ void __launch_bounds__(kSweepBlock) compactKernel(uint32_t* indices, uint32_t count, uint32_t* left) {
  compactMarked(indices, count, left);
}

}  // namespace

std::vector<uint32_t> decimateGreedy(const DecimateInput& in, const StageContext& context) {
  return runSweep(in, context, [](const auto& data, cudaStream_t stream) {
    const Buffer<uint32_t> mayGo(1, stream);
    const uint32_t most = data.count - kFewestChosen + 1;  // removals until fewer than kFewestChosen are left
    mayGo.upload(std::span(&most, 1));
    decimateGreedilyKernel<<<std::min(data.count, kMostBlocks), kSweepBlock, 0, stream>>>(data, mayGo.data());
    CUDA_CHECK_LAUNCH("decimateGreedilyKernel");
    compactKernel<<<1, kSweepBlock, 0, stream>>>(data.indices, data.count, data.left);
    CUDA_CHECK_LAUNCH("compactKernel");
  });
}

}  // namespace arete::cuda
