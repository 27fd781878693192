// The filter with bounds by matrix units: products of numbers of 11 bits, summed in single precision, an error bound that covers both.
//
// A coordinate x, scaled to some units, is h + m + rest with h = half(x), m = half(x − h): |x − h| ≤ 2⁻¹¹ |x| + 2⁻²⁵ and |rest| ≤ 2⁻²² |x| + 2⁻²⁵,
// the second terms for what is too small for a half. Up to 5 dimensions there is room for h·h', h·m' and m·h': what is missing, m·m' and the rests,
// is at most 4·2⁻²² Σ|x x'| + 2⁻²⁵ (1 + 2⁻¹⁰) Σ(|x| + |x'|) ≤ 4·2⁻²² |q| |r| + 2⁻²² (|q| + |r|), as Σ|x| ≤ 4 |q| in 16 dimensions. In more dimensions
// it is h·h': at most (2⁻¹⁰ + 2⁻²²) |q| |r| + 2⁻²² (|q| + |r|) are missing. Products of halves are exact. The only assumption about how an
// instruction sums 17 terms is that each is cut off 2⁻²² below the largest, and the sum once more: below 18·2⁻²² (|q| |r| (1 + 2⁻⁹) + |r|²/2).
#pragma once

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/decide_exactly.cuh"

namespace arete::cuda {

inline constexpr int kFewDimensions = 5;  // that leave room for three products each
inline constexpr float kFineProduct = 23 * 0x1p-22f, kCoarseProduct = 0x1.02p-10f, kSquare = 10 * 0x1p-22f, kLength = 0x1p-22f;
inline constexpr float kLargest = 0x1p31f;                                // squares of lengths: no coordinate is too large for a half
inline constexpr uint32_t kMatrixThreads = 256, kStage = kMatrixThreads;  // points that a block has in shared memory

/// A point as factors for the matrix units.
struct alignas(16) Factors {
  uint32_t pair[8];  // of halves
};

__device__ inline uint32_t pairOf(__half low, __half high) { return __half_as_ushort(low) | uint32_t(__half_as_ushort(high)) << 16; }

/// Factors of a point that was moved and scaled, and its squared length. A query has −h, −h, −m where a reference point has h, m, h.
template <int D, bool kQuery>
__device__ Factors factorsOf(const float (&x)[D], float& squaredLength) {
  __half factor[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) factor[k] = __float2half_rn(0.0f);
  squaredLength = 0;
#pragma unroll
  for (int k = 0; k < D; ++k) {
    squaredLength = fma(x[k], x[k], squaredLength);
    const float value = kQuery ? -x[k] : x[k];
    const __half high = __float2half_rn(value);
    if constexpr (D <= kFewDimensions) {
      const __half middle = __float2half_rn(value - __half2float(high));
      factor[3 * k] = high;
      factor[3 * k + 1] = kQuery ? high : middle;
      factor[3 * k + 2] = kQuery ? middle : high;
    } else factor[k] = high;
  }
  Factors all;
#pragma unroll
  for (int k = 0; k < 8; ++k) all.pair[k] = pairOf(factor[2 * k], factor[2 * k + 1]);
  return all;
}

/// Makes the factors of queries first … first + count − 1, and zeros up to `padded`.
template <int D>
__global__ void makeFactors(Strided<float> points, uint32_t first, uint32_t count, uint32_t padded, int dimension,
                            const __grid_constant__ Centre<float> centre, Factors* factors) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= padded) return;
  float x[D] = {}, squaredLength;
  if (i < count) {
    loadPoint<D>(points, size_t(first) + i, dimension, x);
#pragma unroll
    for (int k = 0; k < D; ++k) x[k] = k < dimension ? (x[k] - centre.at[k]) * centre.scale : 0.0f;
  }
  factors[i] = factorsOf<D, true>(x, squaredLength);
}

/// A block's points on their way from memory to the matrix units.
template <int D>
struct Staged {
  alignas(16) float raw[kStage * D];  ///< as they lie in memory: rows, or a column after the other
  Factors factors[2][kStage];
  float halves[2][kStage];

  /// Begins to load points first … first + kStage − 1. The last piece of 16 bytes may reach beyond them, and stays within the allocation.
  __device__ void fetch(const Strided<float>& points, uint32_t n, size_t first, int dimension) {
    const bool rows = points.coordinateStride == 1;
    const uint32_t runs = rows ? 1 : dimension, each = rows ? kStage * dimension : kStage;
    const size_t begin = rows ? first * dimension : first, end = rows ? size_t(n) * dimension : n;
    for (uint32_t run = 0; run < runs; ++run)
      for (uint32_t i = threadIdx.x * 4; i < each; i += kMatrixThreads * 4)
        if (begin + i < end) __pipeline_memcpy_async(raw + run * each + i, points.data + run * points.coordinateStride + begin + i, 16);
    __pipeline_commit();
  }

  /// Makes factors and halves of the loaded points; points from n on are farther than everything. Raises `most` to the largest half.
  __device__ void convert(uint32_t turn, bool rows, uint32_t n, size_t first, int dimension, const Centre<float>& centre, float& most) {
    const uint32_t pointStride = rows ? dimension : 1, coordinateStride = rows ? 1 : kStage;
    const auto keep = [&](uint32_t i, float squaredLength) {
      const bool there = first + i < n;
      halves[turn][i] = there ? squaredLength / 2 : std::numeric_limits<float>::infinity();
      if (there && !(squaredLength / 2 <= most)) most = squaredLength / 2;
    };
    if constexpr (D <= kFewDimensions) {
      const uint32_t i = threadIdx.x;
      float x[D], squaredLength;
#pragma unroll
      for (int k = 0; k < D; ++k)
        x[k] = k < dimension && first + i < n ? (raw[i * pointStride + k * coordinateStride] - centre.at[k]) * centre.scale : 0.0f;
      factors[turn][i] = factorsOf<D, false>(x, squaredLength);
      keep(i, squaredLength);
    } else {  // four lanes a point
      const int part = threadIdx.x % 4;
      float middle[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) middle[k] = centre.at[4 * part + k];
      for (uint32_t i = threadIdx.x / 4; i < kStage; i += kMatrixThreads / 4) {
        float x[4] = {}, squaredLength = 0;
        const uint32_t place = i * pointStride + 4 * part * coordinateStride;
        if (dimension == 16 && rows) {
          const float4 four = *reinterpret_cast<const float4*>(raw + place);
          x[0] = four.x, x[1] = four.y, x[2] = four.z, x[3] = four.w;
        } else {
#pragma unroll
          for (int k = 0; k < 4; ++k)
            if (4 * part + k < dimension) x[k] = raw[place + k * coordinateStride];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
          x[k] = 4 * part + k < dimension && first + i < n ? (x[k] - middle[k]) * centre.scale : 0.0f;
          squaredLength = fma(x[k], x[k], squaredLength);
        }
        for (int lanes = 1; lanes < 4; lanes *= 2) squaredLength += __shfl_xor_sync(kAllLanes, squaredLength, lanes);
        *reinterpret_cast<uint2*>(&factors[turn][i].pair[2 * part]) = {pairOf(__float2half_rn(x[0]), __float2half_rn(x[1])),
                                                                       pairOf(__float2half_rn(x[2]), __float2half_rn(x[3]))};
        if (part == 0) keep(i, squaredLength);
      }
    }
  }
};

/// 16 rows times 8 columns of 16 products each, plus `start`; of a thread rows g, g + 8 and columns 2p, 2p + 1 of g = lane / 4, p = lane % 4.
__device__ inline void multiplyAdd(float (&sum)[4], const uint32_t (&rows)[4], uint2 columns, const float (&start)[4]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 10 * 80  // kWithMatrixUnits
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3])
      : "r"(rows[0]), "r"(rows[1]), "r"(rows[2]), "r"(rows[3]), "r"(columns.x), "r"(columns.y), "f"(start[0]), "f"(start[1]), "f"(start[2]),
        "f"(start[3]));
#else
  __trap();  // the host asks the kernel first
#endif
}

/// A copy that the compiler takes for another value: otherwise it would copy it before each of the instructions that need four adjacent registers.
__device__ inline float another(float value) {
  float copy;
  asm("mov.f32 %0, %1;" : "=f"(copy) : "f"(value));
  return copy;
}

/// Block (x, group): smallest half − q·r of each chunk x, x + gridDim.x, … for each query of a group; a warp has 16 kFragments queries. In which
/// order products are summed does not matter, so a thread takes four factors in a row where the instruction speaks of two and two. `mostHalf`: raised
/// to the largest |r|²/2.
template <int D, int kFragments>
__global__ void __launch_bounds__(kMatrixThreads, 2)
    matrixMinima(Strided<float> points, uint32_t n, int dimension, const __grid_constant__ Centre<float> centre, const Factors* queries, uint32_t m,
                 uint32_t chunk, uint32_t chunks, float* minima, uint32_t* mostHalf) {
  __shared__ Staged<D> staged;
  const uint32_t lane = threadIdx.x % kWarp, row = lane / 4, part = lane % 4;
  const uint32_t firstQuery = (blockIdx.y * (kMatrixThreads / kWarp) + threadIdx.x / kWarp) * (16 * kFragments);
  const bool rowsInMemory = points.coordinateStride == 1;
  staged.fetch(points, n, size_t(blockIdx.x) * chunk, dimension);
  uint32_t rows[kFragments][4];
#pragma unroll
  for (int t = 0; t < kFragments; ++t) {
    const uint2* const packet = reinterpret_cast<const uint2*>(queries + firstQuery + t * 16);
    const uint2 low = packet[row * 4 + part], high = packet[(row + 8) * 4 + part];
    rows[t][0] = low.x, rows[t][1] = high.x, rows[t][2] = low.y, rows[t][3] = high.y;
  }
  float most = 0;
  uint32_t turn = 0;
  for (uint32_t c = blockIdx.x; c < chunks; c += gridDim.x) {
    float least[kFragments][2];
#pragma unroll
    for (int t = 0; t < kFragments; ++t) least[t][0] = least[t][1] = std::numeric_limits<float>::infinity();
    for (uint32_t from = 0; from < chunk; from += kStage, turn ^= 1) {
      __pipeline_wait_prior(0);
      __syncthreads();
      staged.convert(turn, rowsInMemory, n, size_t(c) * chunk + from, dimension, centre, most);
      __syncthreads();
      staged.fetch(points, n, from + kStage < chunk ? size_t(c) * chunk + from + kStage : (size_t(c) + gridDim.x) * chunk, dimension);
      if (firstQuery >= m) continue;
      const uint2* const columns = reinterpret_cast<const uint2*>(staged.factors[turn] + row) + part;
      const float2* const halvesOf = reinterpret_cast<const float2*>(staged.halves[turn]) + part;
#pragma unroll 4
      for (uint32_t i = 0; i < kStage; i += 8) {
        const uint2 column = columns[i * 4];
        const float2 half = halvesOf[i / 2];
        const float start[4] = {half.x, half.y, another(half.x), another(half.y)};
        float sum[kFragments][4];
#pragma unroll
        for (int t = 0; t < kFragments; ++t) multiplyAdd(sum[t], rows[t], column, start);
#pragma unroll
        for (int t = 0; t < kFragments; ++t) {
          least[t][0] = fminf(least[t][0], fminf(sum[t][0], sum[t][1]));
          least[t][1] = fminf(least[t][1], fminf(sum[t][2], sum[t][3]));
        }
      }
    }
#pragma unroll
    for (int t = 0; t < kFragments; ++t)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        float value = least[t][h];
        value = fminf(value, __shfl_xor_sync(kAllLanes, value, 1));
        value = fminf(value, __shfl_xor_sync(kAllLanes, value, 2));
        const uint32_t query = firstQuery + t * 16 + h * 8 + row;
        if (part == 0 && query < m) minima[size_t(query) * chunks + c] = value;
      }
  }
  raise(mostHalf, most);
}

/// How points and queries are divided among launches and blocks.
struct MatrixPlan {
  static constexpr int kLeastFragments = 1, kFragments = 8;                                                                // of a warp
  static constexpr uint32_t kLeastGroup = kMatrixThreads / 2 * kLeastFragments, kGroup = kMatrixThreads / 2 * kFragments;  // queries of a block
  uint32_t resident;                                                                                                       ///< blocks
  uint32_t chunk, chunks;  ///< points with one minimum
  uint32_t atOnce;         ///< queries

  MatrixPlan(uint32_t n, const CudaDevice& device) : resident(uint32_t(device.multiprocessors()) * 2) {
    constexpr uint64_t kMostPairs = uint64_t(1) << 37;   // of a launch: some 20 ms
    constexpr uint64_t kMostMinima = uint64_t(1) << 26;  // numbers in memory
    chunk = n / (2 * kStage) >= resident ? 2 * kStage : kStage;
    chunks = (n - 1) / chunk + 1;
    const uint64_t most = std::min(kMostPairs / n, kMostMinima / chunks) / kGroup * kGroup;
    atOnce = uint32_t(std::clamp<uint64_t>(most, kGroup, kGroup * 65535u));
  }
  static uint32_t groupOf(uint32_t count) { return count <= kLeastGroup ? kLeastGroup : kGroup; }
  static uint32_t groups(uint32_t count) { return (count - 1) / groupOf(count) + 1; }
  static uint32_t padded(uint32_t count) { return groups(count) * groupOf(count); }
  /// Of memory for m queries: factors, then minima.
  size_t bytes(uint32_t m) const {
    const uint32_t count = std::min(m, atOnce);
    return padded(count) * sizeof(Factors) + size_t(chunks) * count * sizeof(float);
  }
  /// Blocks that have every group's chunks between them, not too many each.
  dim3 grid(uint32_t count) const {
    constexpr uint32_t kMostChunks = 16;
    return {std::clamp(resident / groups(count), (chunks - 1) / kMostChunks + 1, chunks), groups(count)};
  }
};

/// D: at least the dimension. `mostHalf`: the largest |r|²/2 of these references so far, or 0. `scratch`: grows to what the plan says.
template <int D>
void answerByMatrices(const DevicePointSet<float>& references, const Centre<float>& centre, const DeviceQueries<float>& queries, uint32_t* mostHalf,
                      Buffer<std::byte>& scratch, const DeviceAnswer<float>& answer, const StageContext& context) {
  const CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const uint32_t n = references.size(), m = queries.size();
  const int dimension = references.dimension();
  const MatrixPlan plan(n, device);
  scratch.reserve(plan.bytes(m), stream);
  for (uint32_t first = 0; first < m; first += std::min(plan.atOnce, m - first)) {
    const uint32_t count = std::min(plan.atOnce, m - first), padded = plan.padded(count);
    auto* const wanted = reinterpret_cast<Factors*>(scratch.data());
    auto* const minima = reinterpret_cast<float*>(wanted + padded);
    makeFactors<D><<<padded / 128, 128, 0, stream>>>(queries.points.view(), first, count, padded, dimension, centre, wanted);
    CUDA_CHECK_LAUNCH("makeFactors");
    const auto minimaBy = plan.groupOf(count) == plan.kLeastGroup ? matrixMinima<D, plan.kLeastFragments> : matrixMinima<D, plan.kFragments>;
    minimaBy<<<plan.grid(count), kMatrixThreads, 0, stream>>>(references.view(), n, dimension, centre, wanted, count, plan.chunk, plan.chunks, minima,
                                                              mostHalf);
    CUDA_CHECK_LAUNCH("matrixMinima");
    const ChunkMinima<float> bounds{centre,  minima,  mostHalf, plan.chunk, plan.chunks, D <= kFewDimensions ? kFineProduct : kCoarseProduct,
                                    kSquare, kLength, kLargest};
    decideExactly<float, D><<<count, kDecideThreads, 0, stream>>>(references.view(), n, queries.points.view(), first, dimension, bounds,
                                                                  queries.first, queries.excludeSelf, answer);
    CUDA_CHECK_LAUNCH("decideExactly");
    if (count < m) CUDA_CHECK(cudaStreamSynchronize(stream));
    context.checkStop();
  }
}

}  // namespace arete::cuda
