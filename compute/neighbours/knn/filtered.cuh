// The nearest point of each of some hundred or thousand queries by brute force: bounds by fused operations first, exact distances only where they
// could decide.
#pragma once

#include "compute/gpu/launch_shapes.h"
#include "compute/neighbours/knn/decide_exactly.cuh"

namespace arete::cuda {

/// A reference point moved by the centre, and half its squared length: |q − r|² = |q|² + 2 (half − q·r), d fused operations and a minimum.
/// Copied 16 bytes at a time, so it is padded with zeros.
template <class T, int D>
struct alignas(16) Lifted {
  static constexpr int kPerCopy = 16 / sizeof(T), kWidth = D / kPerCopy * kPerCopy + kPerCopy - 1;
  T x[kWidth];
  T half;
};

inline constexpr uint32_t kFilterPiece = 128;  // reference points in shared memory

/// Queries a thread keeps in registers.
template <class T, int D>
inline constexpr int kQueriesPerThread = D <= 4 && sizeof(T) == 4 ? 8
                                         : D <= 8                 ? 4
                                         : sizeof(T) == 4         ? 4
                                                                  : 2;

template <class T, int D>
__global__ void liftPoints(Strided<T> points, uint32_t count, int dimension, Centre<T> centre, Lifted<T, D>* lifted, Bits<T>* mostHalf) {
  T most = T(0);
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
    Lifted<T, D> point;
    T sum = T(0);
#pragma unroll
    for (int k = 0; k < Lifted<T, D>::kWidth; ++k) {
      point.x[k] = k < dimension ? (points.at(i, k) - centre.at[k]) * centre.scale : T(0);
      sum = fma(point.x[k], point.x[k], sum);
    }
    point.half = sum / 2;
    lifted[i] = point;
    if (!(point.half <= most)) most = point.half;
  }
  raise(mostHalf, most);
}

/// Block (chunk, group): smallest half − q·r of a chunk of reference points, for each query of a group.
template <class T, int D>
__global__ void __launch_bounds__(kFilterThreads) filterMinima(const Lifted<T, D>* references, uint32_t n, uint32_t chunk, Strided<T> queries,
                                                               uint32_t firstQuery, uint32_t m, int dimension, Centre<T> centre, T* minima) {
  constexpr int kQueries = kQueriesPerThread<T, D>;
  __shared__ Lifted<T, D> piece[kFilterPiece];
  T query[kQueries][D], least[kQueries];
#pragma unroll
  for (int q = 0; q < kQueries; ++q) {
    const uint32_t at = (blockIdx.y * kQueries + q) * kFilterThreads + threadIdx.x;
    least[q] = std::numeric_limits<T>::infinity();
#pragma unroll
    for (int k = 0; k < D; ++k) query[q][k] = k < dimension && at < m ? (centre.at[k] - queries.at(size_t(firstQuery) + at, k)) * centre.scale : T(0);
  }
  const size_t begin = size_t(blockIdx.x) * chunk;
  const size_t end = begin + chunk < n ? begin + chunk : n;
  for (size_t first = begin; first < end; first += kFilterPiece) {
    const uint32_t count = uint32_t(end - first < kFilterPiece ? end - first : kFilterPiece);
    constexpr uint32_t kParts = sizeof(Lifted<T, D>) / 16;
    __syncthreads();
    for (uint32_t part = threadIdx.x; part < count * kParts; part += kFilterThreads)
      reinterpret_cast<uint4*>(piece)[part] = reinterpret_cast<const uint4*>(references + first)[part];
    __syncthreads();
#pragma unroll 4
    for (uint32_t i = 0; i < count; ++i) {
      const Lifted<T, D> point = piece[i];
#pragma unroll
      for (int q = 0; q < kQueries; ++q) {
        T sum = point.half;
#pragma unroll
        for (int k = 0; k < D; ++k) sum = fma(query[q][k], point.x[k], sum);
        least[q] = fmin(sum, least[q]);
      }
    }
  }
#pragma unroll
  for (int q = 0; q < kQueries; ++q) {
    const uint32_t at = (blockIdx.y * kQueries + q) * kFilterThreads + threadIdx.x;
    if (at < m) minima[size_t(at) * gridDim.x + blockIdx.x] = least[q];
  }
}

template <class T, int D>
void answerFiltered(const DevicePointSet<T>& references, const Centre<T>& centre, const DeviceQueries<T>& queries, Bits<T>* mostHalf,
                    const DeviceAnswer<T>& answer, const StageContext& context) {
  const cudaStream_t stream = cudaDevice(context).stream();
  const uint32_t n = references.size(), m = queries.size();
  const int dimension = references.dimension();
  const Buffer<Lifted<T, D>> lifted(n, stream);
  liftPoints<T, D><<<kLiftBlocks, 256, 0, stream>>>(references.view(), n, dimension, centre, lifted.data(), mostHalf);
  CUDA_CHECK_LAUNCH("liftPoints");
  constexpr uint32_t kGroup = kQueriesPerThread<T, D> * kFilterThreads;
  constexpr uint64_t kMostPairs = uint64_t(1) << 36;  // of a launch: some 20 ms in three dimensions, 50 in sixteen
  const uint32_t resident = residentBlocks(filterMinima<T, D>, kFilterThreads);
  const uint32_t atOnce = uint32_t(std::clamp<uint64_t>(kMostPairs / n / kGroup * kGroup, kGroup, 1u << 16));
  for (uint32_t first = 0; first < m; first += std::min(atOnce, m - first)) {
    const uint32_t count = std::min(atOnce, m - first), groups = blocksFor(count, kGroup);
    const uint32_t wanted = std::max(uint32_t(cudaDevice(context).multiprocessors()) * resident / groups, 1u);
    const uint32_t chunk = std::clamp<uint32_t>(((n - 1) / wanted / kFilterPiece + 1) * kFilterPiece, kFilterPiece, 1u << 14);
    const uint32_t chunks = (n - 1) / chunk + 1;
    const Buffer<T> minima(size_t(chunks) * count, stream);
    filterMinima<T, D><<<dim3(chunks, groups), kFilterThreads, 0, stream>>>(lifted.data(), n, chunk, queries.points.view(), first, count, dimension,
                                                                            centre, minima.data());
    CUDA_CHECK_LAUNCH("filterMinima");
    const ChunkMinima<T> bounds{centre, minima.data(), mostHalf, chunk, chunks, T(0), T(0), T(0), std::numeric_limits<T>::max() / 16};
    decideExactly<T, D><<<count, kDecideThreads, 0, stream>>>(references.view(), n, queries.points.view(), first, dimension, bounds, queries.first,
                                                              queries.excludeSelf, answer);
    CUDA_CHECK_LAUNCH("decideExactly");
    if (count < m) CUDA_CHECK(cudaStreamSynchronize(stream));
    context.checkStop();
  }
}

}  // namespace arete::cuda
