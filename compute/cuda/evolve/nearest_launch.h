// The nearest kernel of brute force as the host sees it. Compiled: d = 1…8 with d known, and d = 16 for every other, whose missing coordinates
// are zeros (adding the square of zero changes no bit). Points per thread: 1, 2, 4, 8 for d up to 4 in float; up to 4 for d up to 8 in float
// and up to 4 in double; up to 2 for the rest, where registers hold no more. A file each, so that two cores build them in time.
#pragma once

#include "compute/cuda/cuda_device.h"
#include "compute/shared/fixed_point.h"
#include "compute/stages/evolve.h"

namespace arete::cuda {

inline constexpr uint32_t kGroup = 8;                    // chosen points whose smallest distance is found before it is compared
inline constexpr uint32_t kTile_bytes = 16 * 1024;       // of S in shared memory
inline constexpr uint32_t kBlockSums_bytes = 48 * 1024;  // at most, for the sums of a block

/// Chosen points of a tile, in whole groups; `dimension` as compiled.
template <class T>
constexpr uint32_t tileCapacity(int dimension) {
  return uint32_t(kTile_bytes / (sizeof(T) * uint32_t(dimension) * kGroup)) * kGroup;
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

}  // namespace arete::cuda
