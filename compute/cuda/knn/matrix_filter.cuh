// The filter with bounds by matrix units: products of numbers of 11 bits, summed in single precision, a margin that covers both.
//
// A coordinate x, scaled to some units, is h + m + rest with h = half(x), m = half(x − h): |x − h| ≤ 2⁻¹¹ |x| + 2⁻²⁵ and |rest| ≤ 2⁻²² |x| + 2⁻²⁵,
// the second terms for what is too small for a half. Up to 5 dimensions there is room for h·h', h·m' and m·h': what is missing, m·m' and the rests,
// is at most 4·2⁻²² Σ|x x'| + 2⁻²⁵ (1 + 2⁻¹⁰) Σ(|x| + |x'|) ≤ 4·2⁻²² |q| |r| + 2⁻²² (|q| + |r|), as Σ|x| ≤ 4 |q| in 16 dimensions. In more dimensions
// it is h·h': at most (2⁻¹⁰ + 2⁻²²) |q| |r| + 2⁻²² (|q| + |r|) are missing. Products of halves are exact. Of how an instruction sums 17 terms no more
// is assumed than that each is cut off 2⁻²² below the largest, and the sum once more: below 18·2⁻²² (|q| |r| (1 + 2⁻⁹) + |r|²/2).
#pragma once

#include <cuda_fp16.h>

#include "compute/cuda/knn/decide_exactly.cuh"

namespace arete::cuda {

inline constexpr int kFewDimensions = 5;  // that leave room for three products each
inline constexpr float kFineProduct = 23 * 0x1p-22f, kCoarseProduct = 0x1.02p-10f, kSquare = 10 * 0x1p-22f, kLength = 0x1p-22f;
inline constexpr float kLargest = 0x1p31f;     // squares of lengths: no coordinate is too large for a half
inline constexpr uint32_t kMatrixChunk = 512;  // points with one minimum

/// What a point is multiplied by.
struct alignas(16) Factors {
  __half2 pair[8];
};

/// Points first … first + count − 1; what follows up to `padded` is farther than everything. A query has −h, −h, −m where a reference point has h, m,
/// h. `halves` and `mostHalf`: null for queries.
template <int D, bool kQuery>
__global__ void makeFactors(Strided<float> points, uint32_t first, uint32_t count, size_t padded, int dimension,
                            const __grid_constant__ Centre<float> centre, Factors* factors, float* halves, uint32_t* mostHalf) {
  float most = 0;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < padded; i += size_t(gridDim.x) * blockDim.x) {
    float at[D] = {}, sum = 0;
    if (i < count) loadPoint<D>(points, first + i, dimension, at);
    __half factor[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) factor[k] = __float2half_rn(0.0f);
#pragma unroll
    for (int k = 0; k < D; ++k) {
      float x = k < dimension && i < count ? (at[k] - centre.at[k]) * centre.scale : 0.0f;
      sum = fma(x, x, sum);
      if constexpr (kQuery) x = -x;
      const __half high = __float2half_rn(x);
      if constexpr (D <= kFewDimensions) {
        const __half middle = __float2half_rn(x - __half2float(high));
        factor[3 * k] = high;
        factor[3 * k + 1] = kQuery ? high : middle;
        factor[3 * k + 2] = kQuery ? middle : high;
      } else factor[k] = high;
    }
    Factors all;
#pragma unroll
    for (int k = 0; k < 8; ++k) all.pair[k] = __halves2half2(factor[2 * k], factor[2 * k + 1]);
    factors[i] = all;
    if constexpr (!kQuery) {
      halves[i] = i < count ? sum / 2 : std::numeric_limits<float>::infinity();
      if (i < count && !(sum / 2 <= most)) most = sum / 2;
    }
  }
  if constexpr (!kQuery) raise(mostHalf, most);
}

/// 16 rows times 8 columns of 16 products each, plus `half` of the columns; of a thread rows g, g + 8 and columns 2p, 2p + 1 of g = lane / 4, p =
/// lane % 4.
__device__ inline void multiplyAdd(float (&sum)[4], const uint32_t (&rows)[4], uint2 columns, float2 half) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %10, %11};"
      : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3])
      : "r"(rows[0]), "r"(rows[1]), "r"(rows[2]), "r"(rows[3]), "r"(columns.x), "r"(columns.y), "f"(half.x), "f"(half.y));
#endif
}

/// Block (chunk, group): smallest half − q·r of a chunk for each query of a group; a warp has 16 kTiles queries. In which order products are summed
/// does not matter, so a thread takes four factors in a row where the instruction speaks of two and two.
template <int kTiles>
__global__ void __launch_bounds__(kFilterThreads)
    matrixMinima(const Factors* references, const float* halves, const Factors* queries, uint32_t m, float* minima) {
  const uint32_t lane = threadIdx.x % 32, row = lane / 4, part = lane % 4;
  const uint32_t firstQuery = (blockIdx.y * (kFilterThreads / 32) + threadIdx.x / 32) * (16 * kTiles);
  if (firstQuery >= m) return;
  uint32_t rows[kTiles][4];
  float least[kTiles][2];
#pragma unroll
  for (int t = 0; t < kTiles; ++t) {
    const uint2* const tile = reinterpret_cast<const uint2*>(queries + firstQuery + t * 16);
    const uint2 low = tile[row * 4 + part], high = tile[(row + 8) * 4 + part];
    rows[t][0] = low.x, rows[t][1] = high.x, rows[t][2] = low.y, rows[t][3] = high.y;
    least[t][0] = least[t][1] = std::numeric_limits<float>::infinity();
  }
  const size_t begin = size_t(blockIdx.x) * kMatrixChunk;
  const uint2* const columns = reinterpret_cast<const uint2*>(references + begin + row) + part;
  const float2* const halvesOf = reinterpret_cast<const float2*>(halves + begin) + part;
  constexpr uint32_t kAhead = 2, kEach = 8 * kAhead;  // columns of 8 points that are loaded while the ones before are multiplied
  uint2 column[kAhead];
  float2 half[kAhead];
  const auto loadColumns = [&](uint32_t from) {
#pragma unroll
    for (uint32_t a = 0; a < kAhead; ++a) {
      column[a] = __ldg(columns + (from + 8 * a) * 4);
      half[a] = __ldg(halvesOf + (from + 8 * a) / 2);
    }
  };
  loadColumns(0);
#pragma unroll 1
  for (uint32_t from = 0; from < kMatrixChunk; from += kEach) {
    uint2 here[kAhead];
    float2 halfHere[kAhead];
#pragma unroll
    for (uint32_t a = 0; a < kAhead; ++a) here[a] = column[a], halfHere[a] = half[a];
    loadColumns(from + kEach < kMatrixChunk ? from + kEach : from);
#pragma unroll
    for (uint32_t a = 0; a < kAhead; ++a) {
      float sum[kTiles][4];
#pragma unroll
      for (int t = 0; t < kTiles; ++t) multiplyAdd(sum[t], rows[t], here[a], halfHere[a]);
#pragma unroll
      for (int t = 0; t < kTiles; ++t) {
        least[t][0] = fminf(least[t][0], fminf(sum[t][0], sum[t][1]));
        least[t][1] = fminf(least[t][1], fminf(sum[t][2], sum[t][3]));
      }
    }
  }
#pragma unroll
  for (int t = 0; t < kTiles; ++t)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      float value = least[t][h];
      value = fminf(value, __shfl_xor_sync(0xffffffffu, value, 1));
      value = fminf(value, __shfl_xor_sync(0xffffffffu, value, 2));
      const uint32_t query = firstQuery + t * 16 + h * 8 + row;
      if (part == 0 && query < m) minima[size_t(query) * gridDim.x + blockIdx.x] = value;
    }
}

/// D: at least the dimension.
template <int D>
void answerByMatrices(const DevicePointSet<float>& references, const Centre<float>& centre, const DeviceQueries<float>& queries,
                      const DeviceAnswer<float>& answer, const StageContext& context) {
  const cudaStream_t stream = cudaDevice(context).stream();
  const uint32_t n = references.size(), m = queries.size(), chunks = (n - 1) / kMatrixChunk + 1;
  const int dimension = references.dimension();
  const size_t padded = size_t(chunks) * kMatrixChunk;
  const Buffer<Factors> factors(padded, stream);
  const Buffer<float> halves(padded, stream);
  const Buffer<uint32_t> mostHalf(1, stream);
  mostHalf.clear();
  const auto blocks = [](size_t threads) { return uint32_t(std::min<size_t>((threads + 255) / 256, kLiftBlocks * 2)); };
  makeFactors<D, false>
      <<<blocks(padded), 256, 0, stream>>>(references.view(), 0, n, padded, dimension, centre, factors.data(), halves.data(), mostHalf.data());
  CUDA_CHECK_LAUNCH("makeFactors");
  constexpr int kFewTiles = 2, kTiles = 8;                                                         // of a warp
  constexpr uint32_t kFew = kFilterThreads / 2 * kFewTiles, kGroup = kFilterThreads / 2 * kTiles;  // queries of a block
  constexpr uint64_t kMostPairs = uint64_t(1) << 37;                                               // of a launch: some 20 ms
  constexpr uint64_t kMostMinima = uint64_t(1) << 26;                                              // numbers in memory
  const uint64_t most = std::min(kMostPairs / n, kMostMinima / chunks) / kGroup * kGroup;
  const uint32_t atOnce = uint32_t(std::clamp<uint64_t>(most, kGroup, kGroup * 65535u));
  for (uint32_t first = 0; first < m; first += std::min(atOnce, m - first)) {
    const uint32_t count = std::min(atOnce, m - first), group = count <= kFew ? kFew : kGroup, groups = (count - 1) / group + 1;
    const Buffer<Factors> wanted(size_t(groups) * group, stream);
    const Buffer<float> minima(size_t(chunks) * count, stream);
    makeFactors<D, true><<<blocks(wanted.size()), 256, 0, stream>>>(queries.points.view(), first, count, wanted.size(), dimension, centre,
                                                                    wanted.data(), nullptr, nullptr);
    CUDA_CHECK_LAUNCH("makeFactors");
    const dim3 grid(chunks, groups);
    if (group == kFew)
      matrixMinima<kFewTiles><<<grid, kFilterThreads, 0, stream>>>(factors.data(), halves.data(), wanted.data(), count, minima.data());
    else matrixMinima<kTiles><<<grid, kFilterThreads, 0, stream>>>(factors.data(), halves.data(), wanted.data(), count, minima.data());
    CUDA_CHECK_LAUNCH("matrixMinima");
    const ChunkMinima<float> bounds{centre,       minima.data(), mostHalf.data(),
                                    kMatrixChunk, chunks,        D <= kFewDimensions ? kFineProduct : kCoarseProduct,
                                    kSquare,      kLength,       kLargest};
    decideExactly<float, D><<<count, kFilterThreads, 0, stream>>>(references.view(), n, queries.points.view(), first, dimension, bounds,
                                                                  queries.first, queries.excludeSelf, answer);
    CUDA_CHECK_LAUNCH("decideExactly");
    if (count < m) CUDA_CHECK(cudaStreamSynchronize(stream));
    context.checkStop();
  }
}

}  // namespace arete::cuda
