// The second half of a filter: from the smallest bound of each query in each chunk of points to the nearest point, by exact distances.
#pragma once

#include <cmath>
#include <limits>

#include "compute/core/gpu_points.h"
#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/by_blocks.cuh"

namespace arete::cuda {

/// Points are moved by the mean of a few of them, and scaled to some units by a power of two. Any centre is correct; near the points bounds
/// are sharp.
template <class T>
struct Centre {
  T at[kMaxDimension];
  T scale;

  static Centre of(const PointArray& points) {
    constexpr uint32_t kSample = 64;
    constexpr int kUnits = 4, kMostScaled = 40;  // exponents of two
    const PointArray sampled = evenSample(points, kSample);
    const PointsView<T> view = sampled.view<T>();
    const uint32_t count = view.count;
    const auto sample = [&](uint32_t i, int k) { return view.at(i, k); };
    Centre centre{};
    T most = T(0);
    for (int k = 0; k < view.dimension; ++k) {
      for (uint32_t i = 0; i < count; ++i) centre.at[k] += sample(i, k) / T(count);
      for (uint32_t i = 0; i < count; ++i) most = std::max(most, std::abs(sample(i, k) - centre.at[k]));
    }
    const int exponent = most > T(0) && std::isfinite(most) ? std::ilogb(most) : 0;
    centre.scale = std::ldexp(T(1), std::clamp(kUnits - exponent, -kMostScaled, kMostScaled));
    return centre;
  }
};

__device__ inline void atomicRaise(uint32_t* to, uint32_t value) { atomicMax(to, value); }
__device__ inline void atomicRaise(uint64_t* to, uint64_t value) {
  atomicMax(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(value));
}
/// Raises *to to the largest of the warp's values, which are not negative; NaN counts as large. Most warps only look.
template <class T>
__device__ void raise(Bits<T>* to, T value) {
  Bits<T> most = std::bit_cast<Bits<T>>(value);
  for (int lanes = kWarp / 2; lanes > 0; lanes /= 2) {
    const Bits<T> other = __shfl_xor_sync(kAllLanes, most, lanes);
    if (other > most) most = other;
  }
  if (threadIdx.x % kWarp == 0 && most > *reinterpret_cast<volatile Bits<T>*>(to)) atomicRaise(to, most);
}

inline constexpr uint32_t kFilterThreads = 128, kDecideThreads = 256;
inline constexpr uint32_t kLiftBlocks = 528;

/// A filter's result: the smallest bound(q, r) ≈ |r|²/2 − q·r of each chunk of points, for points moved and scaled by `centre`.
template <class T>
struct ChunkMinima {
  Centre<T> centre;
  const T* minima;          ///< queries × chunks
  const Bits<T>* mostHalf;  ///< the largest |r|²/2
  uint32_t chunk, chunks;   ///< points in a chunk
  /// Bounds err by at most product |q| R + square R² + length (|q| + R), R = max |r|, besides what rounding once per operation does; they may be
  /// anything where |q|² + R² is not below `largest`.
  T product, square, length, largest;
};

/// Point i with zeros for missing coordinates, read 16 bytes at a time where it is aligned.
template <int D, class T>
__device__ void loadPoint(const Strided<T>& points, size_t i, int dimension, T (&x)[D]) {
  constexpr int kEach = 16 / sizeof(T);
  if (D % kEach == 0 && dimension == D && points.coordinateStride == 1) {
    union {
      uint4 part;
      T value[kEach];
    } loaded;
#pragma unroll
    for (int k = 0; k < D; ++k) {
      if (k % kEach == 0) loaded.part = __ldg(reinterpret_cast<const uint4*>(points.data + i * D) + k / kEach);
      x[k] = loaded.value[k % kEach];
    }
  } else {
#pragma unroll
    for (int k = 0; k < D; ++k) x[k] = k < dimension ? points.at(i, k) : T(0);
  }
}

/// One block per query: exact distances in the chunks whose minimum is within the error of the smallest, shared by its warps. With L = |q| + the
/// longest |r|, moving, the d + 1 fused operations and the exact sum each err by at most 2⁻ᵖ L² per operation: 16 (d + 2) units are twice of what can
/// come together.
template <class T, int D>
__global__ void __launch_bounds__(kDecideThreads, sizeof(T) == 4 ? 4 : 1)
    decideExactly(Strided<T> references, uint32_t n, Strided<T> queries, uint32_t firstQuery, int dimension,
                  const __grid_constant__ ChunkMinima<T> bounds, uint32_t firstLeftOut, bool excludeSelf, DeviceAnswer<T> answer) {
  constexpr uint32_t kWarps = kDecideThreads / kWarp, kEach = 8, kAtOnce = kEach * kDecideThreads, kSlice = 128;
  __shared__ T least[kWarps];
  __shared__ uint32_t near[kAtOnce], nearCount;
  const uint32_t query = firstQuery + blockIdx.x, leftOut = excludeSelf ? firstLeftOut + query : UINT32_MAX;
  const uint32_t ownChunk = excludeSelf ? leftOut / bounds.chunk : UINT32_MAX;  // its minimum may be the query itself
  const T* const minima = bounds.minima + size_t(blockIdx.x) * bounds.chunks;
  T limit = std::numeric_limits<T>::infinity();
#pragma unroll 8
  for (uint32_t c = threadIdx.x; c < bounds.chunks; c += kDecideThreads)
    if (c != ownChunk) limit = fmin(limit, minima[c]);
  for (int lanes = kWarp / 2; lanes > 0; lanes /= 2) limit = fmin(limit, __shfl_xor_sync(kAllLanes, limit, lanes));
  if (threadIdx.x % kWarp == 0) least[threadIdx.x / kWarp] = limit;
  __syncthreads();
  for (uint32_t w = 0; w < kWarps; ++w) limit = fmin(limit, least[w]);
  T here[D], squaredLength = T(0);
  loadPoint<D>(queries, query, dimension, here);
#pragma unroll
  for (int k = 0; k < D; ++k) {
    const T x = k < dimension ? (here[k] - bounds.centre.at[k]) * bounds.centre.scale : T(0);
    squaredLength = fma(x, x, squaredLength);
  }
  const T mostSquared = 2 * std::bit_cast<T>(*bounds.mostHalf), both = squaredLength + mostSquared;
  const T length = sqrt(squaredLength), most = sqrt(mostSquared);
  const T rounding = T(16 * (dimension + 2)) * std::numeric_limits<T>::epsilon() * both +
                     std::numeric_limits<T>::min() * T(64) * bounds.centre.scale * bounds.centre.scale;
  limit = limit + (rounding + 2 * (bounds.product * length * most + bounds.square * mostSquared + bounds.length * (length + most)));
  const bool all = !(both < bounds.largest);
  Key<T> best = noKey<T>();
  const uint32_t slices = (bounds.chunk - 1) / kSlice + 1;
  for (uint32_t from = 0; from < bounds.chunks; from += kAtOnce) {
    if (threadIdx.x == 0) nearCount = 0;
    __syncthreads();
#pragma unroll
    for (uint32_t j = 0; j < kEach; ++j) {
      const uint32_t c = from + j * kDecideThreads + threadIdx.x;
      if (c < bounds.chunks && (all || c == ownChunk || !(minima[c] > limit))) near[atomicAdd(&nearCount, 1)] = c;
    }
    __syncthreads();
    const uint32_t items = nearCount * slices;
    for (uint32_t item = threadIdx.x / kWarp; item < items; item += kWarps) {
      const size_t chunk = size_t(near[item / slices]) * bounds.chunk, begin = chunk + item % slices * kSlice;
      const size_t end = std::min({begin + kSlice, chunk + bounds.chunk, size_t(n)});
#pragma unroll
      for (uint32_t i = 0; i < kSlice; i += kWarp) {
        const size_t at = begin + i + threadIdx.x % kWarp;
        if (at >= end) break;
        T point[D];
        loadPoint<D>(references, at, dimension, point);
        const Key<T> key = makeKey(shared::squaredDistance<D>(here, point), uint32_t(at));
        if (key < best && at != leftOut) best = key;
      }
    }
    __syncthreads();
  }
  best = blockMinimum<T>(best);
  if (threadIdx.x == 0) answer.write(query, best);
}

}  // namespace arete::cuda
