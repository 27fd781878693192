// choose.cuda.greedy: the thesis's "greedy" choose. Many blocks take chunks of the cloud; each compares its points one after the other with
// the chosen points that it happens to see, and appends those that none covers. Blocks do not wait for each other, so points are chosen
// that lie within R1 of points which other blocks chose meanwhile: inexact, more points than row 0, and different ones in every run. Every
// cloud point still has a chosen point within R1. Indices are given in ascending order.
// Memory: a word per cloud point. Cost: n/blocks rounds of a barrier and m/kGreedyBlock distances a thread.
// Source: thesis, 3.2 and table 3.1.
#include <algorithm>

#include "compute/chains/choose/contract.h"
#include "compute/core/distance.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

namespace {

constexpr int kGreedyBlock = 256;
constexpr uint32_t kGreedyChunk = 256;  // points a block takes at a time
constexpr uint32_t kGreedyBlocks = 4;
constexpr uint32_t kChunksPerLaunch = 1u << 14;
constexpr uint32_t kUnwritten = UINT32_MAX;

template <class T>
struct GreedyState {
  DevicePoints<T> cloud;
  uint32_t* chosen;  // kUnwritten where a block has taken the place and not yet written
  uint32_t* chosenCount;
  T reach;

  __device__ const T* point(uint32_t i) const { return cloud.data + size_t(i) * cloud.pointStride; }
};

template <class T>
__global__ void __launch_bounds__(kGreedyBlock) greedyKernel(GreedyState<T> state, uint32_t first, uint32_t end) {
  for (uint32_t begin = first + blockIdx.x * kGreedyChunk; begin < end; begin += gridDim.x * kGreedyChunk)
    for (uint32_t i = begin; i < min(begin + kGreedyChunk, end); ++i) {
      const uint32_t seen = __ldcg(state.chosenCount);
      bool covered = false;
      for (uint32_t j = threadIdx.x; j < seen && !covered; j += kGreedyBlock) {
        const uint32_t other = __ldcg(state.chosen + j);
        covered = other != kUnwritten && shared::squaredDistance(state.point(i), state.cloud.coordinateStride, state.point(other),
                                                                 state.cloud.coordinateStride, state.cloud.dimension) <= state.reach;
      }
      if (__syncthreads_or(covered)) continue;
      if (threadIdx.x == 0) {
        state.chosen[atomicAdd(state.chosenCount, 1u)] = i;
        __threadfence();
      }
      __syncthreads();
    }
}

template <class T>
std::vector<uint32_t> chooseGreedily(const ChooseInput& in, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const uint32_t n = in.cloud.size(), blocks = uint32_t(device.multiprocessors()) * kGreedyBlocks;
  const Buffer<uint32_t> chosen(n, stream), count(1, stream);
  count.clear();
  CUDA_CHECK(cudaMemsetAsync(chosen.data(), 0xff, chosen.size() * sizeof(uint32_t), stream));  // kUnwritten
  const GreedyState<T> state{device.upload<T>(in.cloud), chosen.data(), count.data(), shared::squaredRadius<T>(in.r1)};
  for (uint64_t first = 0; first < n; first += kChunksPerLaunch * kGreedyChunk) {
    context.checkStop();
    greedyKernel<T>
        <<<blocks, kGreedyBlock, 0, stream>>>(state, uint32_t(first), uint32_t(std::min<uint64_t>(n, first + kChunksPerLaunch * kGreedyChunk)));
    CUDA_CHECK_LAUNCH("greedyKernel");
    CUDA_CHECK(cudaStreamSynchronize(stream));
    context.report(double(first) / n);
  }
  std::vector<uint32_t> result = chosen.download(count.download(1)[0]);
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

std::vector<uint32_t> chooseGreedy(const ChooseInput& in, const StageContext& context) {
  context.checkStop();
  if (in.cloud.empty()) return {};
  return withScalarType(in.cloud.scalar(), [&]<class T>() { return chooseGreedily<T>(in, context); });
}

}  // namespace arete::cuda
