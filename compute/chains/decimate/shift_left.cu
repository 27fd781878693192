// decimate.cuda.shift_left: version 1 of the thesis. One block; when a point goes, all points behind it move one place to the left, so
// that the array stays dense and counting reads it in order.
// Memory: S and its indices. Cost: m rounds of m/512 distances a thread, and as many copies for every removal. Loses to marking as soon
// as many points go: the array is moved again and again.
// Source: thesis, algorithm 11 and 3.4.
#include "compute/chains/decimate/block_sweep.cuh"
#include "compute/chains/decimate/contract.h"
#include "compute/chains/decimate/run_sweep.cuh"
#include "compute/core/distance.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

namespace {

/// Moves `count` elements one `step` to the left; the block takes them a piece at a time: read, wait, write.
template <class E>
__device__ void shiftLeft(E* to, size_t count, size_t step) {
  for (size_t begin = 0; begin < count; begin += kSweepBlock) {
    const size_t e = begin + threadIdx.x;
    E value{};
    if (e < count) value = to[e + step];
    __syncthreads();
    if (e < count) to[e] = value;
    __syncthreads();
  }
}

template <class T>
__global__ void __launch_bounds__(kSweepBlock) shiftLeftKernel(SweepData<T> s) {
  uint32_t left = s.count;
  const auto d = size_t(s.dimension);
  for (uint32_t position = 0; position < left && left >= kFewestChosen;) {
    uint64_t mine = 0;
    for (uint32_t other = threadIdx.x; other < left; other += kSweepBlock) {
      const T squared = shared::squaredDistance(s.points + position * d, 1, s.points + other * d, 1, s.dimension);
      mine += packCounts(squared <= s.near, squared <= s.far);
    }
    if (!pointGoes(mine)) {
      ++position;
      continue;
    }
    --left;
    shiftLeft(s.points + position * d, (left - position) * d, d);
    shiftLeft(s.indices + position, left - position, 1);
  }
  if (threadIdx.x == 0) *s.left = left;
}

}  // namespace

std::vector<uint32_t> decimateShiftLeft(const DecimateInput& in, const StageContext& context) {
  return runSweep(in, context, [](const auto& data, cudaStream_t stream) {
    shiftLeftKernel<<<1, kSweepBlock, 0, stream>>>(data);
    CUDA_CHECK_LAUNCH("shiftLeftKernel");
  });
}

}  // namespace arete::cuda
