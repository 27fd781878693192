// decimate.cuda.distance_matrix: version 3 of the thesis. First a matrix of "within R2" and "within 2·R2" for all pairs, computed by 32×32
// squares on the whole card; the matrix is symmetric, so a square below the diagonal is the transpose of the one above and is not computed.
// Each pair is two bits, kept as two bit matrices of m²/8 bytes. Then one block decides point after point from them and a mask of the
// points left: 32 pairs a word, counted by population count.
// Memory: m²/4 bytes: refuses more than kMostPoints points. Cost: m²/2 distances on all multiprocessors, then m rounds of m/32 words.
// Source: thesis, algorithm 12, figure 3.11; the bit matrices are ours (the thesis keeps distances).
#include <algorithm>
#include <string>

#include "compute/chains/decimate/block_sweep.cuh"
#include "compute/chains/decimate/contract.h"
#include "compute/chains/decimate/mark.cuh"
#include "compute/chains/decimate/run_sweep.cuh"
#include "compute/core/distance.h"
#include "compute/core/error.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/kernel_time.h"
#include "compute/gpu/measured_kernels.h"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

namespace {

constexpr int kSide = 32;                   // a square's side: one word of bits per row, one warp per row
constexpr uint32_t kMostPoints = 1u << 17;  // 4 GiB of bits

struct BitMatrices {
  uint32_t* near;
  uint32_t* far;
  uint32_t words;  // per row
};

/// A block of 32 × blockDim.y threads, one warp per row at a time, computes the square (blockIdx.x, blockIdx.y) with x ≥ y and writes it and its
/// transpose.
template <class T>
__global__ void __launch_bounds__(kSide* kSide) matrixKernel(SweepData<T> s, BitMatrices matrices) {
  if (blockIdx.x < blockIdx.y) return;
  const uint32_t column = blockIdx.x * kSide + threadIdx.x;
  const auto d = size_t(s.dimension);
  __shared__ uint32_t nearRows[kSide], farRows[kSide];
  for (uint32_t y = threadIdx.y; y < kSide; y += blockDim.y) {
    const uint32_t row = blockIdx.y * kSide + y;
    bool near = false, far = false;
    if (row < s.count && column < s.count) {
      const T squared = shared::squaredDistance(s.points + row * d, 1, s.points + column * d, 1, s.dimension);
      near = squared <= s.near, far = squared <= s.far;
    }
    const uint32_t nearRow = __ballot_sync(kAllLanes, near), farRow = __ballot_sync(kAllLanes, far);
    if (threadIdx.x > 0) continue;
    nearRows[y] = nearRow, farRows[y] = farRow;
    if (row < s.count)
      matrices.near[size_t(row) * matrices.words + blockIdx.x] = nearRow, matrices.far[size_t(row) * matrices.words + blockIdx.x] = farRow;
  }
  __syncthreads();
  if (blockIdx.x == blockIdx.y) return;
  for (uint32_t y = threadIdx.y; y < kSide; y += blockDim.y) {
    const uint32_t nearColumn = __ballot_sync(kAllLanes, nearRows[threadIdx.x] >> y & 1u);
    const uint32_t farColumn = __ballot_sync(kAllLanes, farRows[threadIdx.x] >> y & 1u);
    const uint32_t transposed = blockIdx.x * kSide + y;
    if (threadIdx.x == 0 && transposed < s.count)
      matrices.near[size_t(transposed) * matrices.words + blockIdx.y] = nearColumn,
                                                          matrices.far[size_t(transposed) * matrices.words + blockIdx.y] = farColumn;
  }
}

template <class T>
void launchMatrix(const SweepData<T>& data, const BitMatrices& matrices, uint32_t rows, cudaStream_t stream) {
  matrixKernel<<<dim3(matrices.words, matrices.words), dim3(kSide, rows), 0, stream>>>(data, matrices);
  CUDA_CHECK_LAUNCH("matrixKernel");
}

template <class T>
__global__ void __launch_bounds__(kSweepBlock) sweepKernel(SweepData<T> s, BitMatrices matrices, uint32_t* mask) {
  for (uint32_t w = threadIdx.x; w < matrices.words; w += kSweepBlock) {
    const uint32_t inWord = min(32u, s.count - w * 32);
    mask[w] = inWord == 32 ? 0xffffffffu : (1u << inWord) - 1;
  }
  __syncthreads();
  uint32_t left = s.count;
  for (uint32_t position = 0; position < s.count && left >= kFewestChosen; ++position) {
    uint64_t mine = 0;
    for (uint32_t w = threadIdx.x; w < matrices.words; w += kSweepBlock) {
      const size_t word = size_t(position) * matrices.words + w;
      mine += (uint64_t(__popc(matrices.near[word] & mask[w])) << 32) | uint64_t(__popc(matrices.far[word] & mask[w]));
    }
    if (!pointGoes(mine)) continue;
    --left;
    if (threadIdx.x == 0) {
      mask[position / 32] &= ~(1u << position % 32);
      s.indices[position] = kMarked;
    }
    __syncthreads();
  }
  compactMarked(s.indices, s.count, s.left);
}

}  // namespace

std::vector<uint32_t> decimateDistanceMatrix(const DecimateInput& in, const StageContext& context) {
  if (in.chosen.size() > kMostPoints)
    throw Error(ErrorKind::wrongUse, "cannot decimate with a distance matrix", "decimate.cuda.distance_matrix",
                std::to_string(in.chosen.size()) + " chosen points; it takes at most " + std::to_string(kMostPoints),
                "choose another version of decimate, or a larger R1");
  return runSweep(in, context, [](const auto& data, cudaStream_t stream) {
    const uint32_t words = (data.count + kSide - 1) / kSide;
    const Buffer<uint32_t> near(size_t(words) * data.count, stream), far(size_t(words) * data.count, stream), mask(words, stream);
    const BitMatrices matrices{near.data(), far.data(), words};
    launchMatrix(data, matrices, kSide, stream);
    sweepKernel<<<1, kSweepBlock, 0, stream>>>(data, matrices, mask.data());
    CUDA_CHECK_LAUNCH("sweepKernel");
  });
}

}  // namespace arete::cuda

namespace arete {

double cudaMatrixTime(const PointArray& points, double radius, uint32_t rows, int repeat, Device& gpu) {
  using namespace cuda;
  double time = 0;
  runSweep({points, radius, {}}, {gpu, {}, {}}, [&](const auto& data, cudaStream_t stream) {
    const uint32_t words = (data.count + kSide - 1) / kSide;
    const Buffer<uint32_t> near(size_t(words) * data.count, stream), far(size_t(words) * data.count, stream);
    const auto run = [&] { launchMatrix(data, {near.data(), far.data(), words}, rows, stream); };
    run();
    time = medianTime(stream, std::max(repeat, 1), run);
    CUDA_CHECK(cudaMemsetAsync(data.left, 0, sizeof(uint32_t), stream));
  });
  return time;
}

}  // namespace arete
