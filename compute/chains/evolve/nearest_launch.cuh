// The host's interface to the nearest kernels of brute force, plain and with a filter. Compiled: d = 1…8 with d known, and d = 16 for every other,
// whose missing coordinates are zeros (adding the square of zero changes no bit). Points per thread: 1, 2, 4, 8 for d up to 4 in float; up to 4
// for d up to 8 in float and up to 4 in double; up to 2 for the rest, where registers hold no more. With the filter: up to 4 for d up to 8, and up
// to 2 for the rest. One file each, so that two cores build them in time.
#pragma once

#include "compute/chains/evolve/contract.h"
#include "compute/core/fixed_point.h"
#include "compute/core/point_array.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

inline constexpr uint32_t kGroup = 8;                    // chosen points whose smallest distance is found before it is compared
inline constexpr uint32_t kChunk_bytes = 16 * 1024;      // of S in shared memory
inline constexpr uint32_t kBlockSums_bytes = 48 * 1024;  // at most, for the sums of a block

/// Chosen points of a chunk, in whole groups; `dimension` as compiled.
template <class T>
constexpr uint32_t chunkCapacity(int dimension) {
  return uint32_t(kChunk_bytes / (sizeof(T) * uint32_t(dimension) * kGroup)) * kGroup;
}

inline constexpr uint32_t kFilterGroup = 16;               // as kGroup, of the filter (nearest_filtered.cuh)
inline constexpr uint32_t kBoundsAtOnce = 4;               // chosen points that it reads at once
inline constexpr uint32_t kFilterChunk_bytes = 32 * 1024;  // of S in shared memory, where all of it does not fit there

/// Shared memory of the filter for a chunk of this many chosen points, in whole groups; `dimension` as compiled.
template <class T>
constexpr size_t filterChunk_bytes(int dimension, uint32_t points) {
  return points * (size_t(dimension) * (sizeof(float) + sizeof(T)) + sizeof(float)) + points / kFilterGroup * 16;
}

/// What the filter leaves to exact distances, at |q − c|² and a squared distance. Derivation: nearest_filtered.cuh.
template <class F>
__host__ __device__ inline F filterError(int dimension, F lengthSquared, F squared) {
  return F(0x1p-23) * (F(dimension + 1) * lengthSquared + F(4 * (dimension + 2)) * squared) + F(0x1p-126);
}

/// S on the device, in either layout.
template <class T>
struct ChosenPoints {
  T* data;
  size_t pointStride, coordinateStride;

  __host__ __device__ T* point(size_t i) const { return data + i * pointStride; }
  __host__ __device__ T& at(size_t i, size_t k) const { return data[i * pointStride + k * coordinateStride]; }
};

template <class T>
struct NearestWork {
  DevicePoints<T> cloud;
  uint32_t first, end;  // points of the cloud to look at
  ChosenPoints<T> chosen;
  uint32_t m;
  T reach, beyondReach;      // squared R1; the next larger number
  uint32_t* assignment;      // null: add up the sums instead
  unsigned long long* sums;  // row layout
  uint32_t* counts;
  bool blockSums;  // a block adds up in shared memory first; float only
  shared::FixedScale scale;
  uint32_t chunk;           // of the filter: chosen points, whole groups
  T centre[kMaxDimension];  // of the filter
};

template <class T>
using NearestKernel = void (*)(NearestWork<T>);

template <class T>
NearestKernel<T> nearestOfDimension1To4(int dimension, int pointsPerThread);
template <class T>
NearestKernel<T> nearestOfDimension5To8(int dimension, int pointsPerThread);
template <class T>
NearestKernel<T> nearestOfAnyDimension(int pointsPerThread);

template <class T>
NearestKernel<T> nearestKernelFor(int dimension, int pointsPerThread) {
  if (dimension <= 4) return nearestOfDimension1To4<T>(dimension, pointsPerThread);
  if (dimension <= 8) return nearestOfDimension5To8<T>(dimension, pointsPerThread);
  return nearestOfAnyDimension<T>(pointsPerThread);
}

/// The dimension that kernels for this one are compiled for.
constexpr int compiledDimension(int dimension) { return dimension <= 8 ? dimension : kMaxDimension; }

template <class T>
NearestKernel<T> filteredOfDimension1To4(int dimension, int pointsPerThread);
template <class T>
NearestKernel<T> filteredOfDimension5To16(int dimension, int pointsPerThread);

/// The kernel with a filter; null where it does not pay (1D in float).
template <class T>
NearestKernel<T> filteredKernelFor(int dimension, int pointsPerThread) {
  return dimension <= 4 ? filteredOfDimension1To4<T>(dimension, pointsPerThread) : filteredOfDimension5To16<T>(dimension, pointsPerThread);
}

}  // namespace arete::cuda
