// A neighbour as one number: the squared distance above, the index below, so that the smaller key is the nearer point with ties by index.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "compute/core/distance.h"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

__extension__ typedef unsigned __int128 Wide;

template <class T>
struct KeyTypes;
template <>
struct KeyTypes<float> {
  using Key = uint64_t;
  using Bits = uint32_t;
};
template <>
struct KeyTypes<double> {
  using Key = Wide;
  using Bits = uint64_t;
};
template <class T>
using Key = typename KeyTypes<T>::Key;
/// A squared distance as an integer: the same order, as none is negative.
template <class T>
using Bits = typename KeyTypes<T>::Bits;

/// Larger than the key of any point.
template <class T>
ARETE_HD Key<T> noKey() {
  return ~Key<T>(0);
}
template <class T>
ARETE_HD Key<T> makeKey(T squared, uint32_t index) {
  return Key<T>(std::bit_cast<Bits<T>>(squared)) << 32 | index;
}
template <class T>
ARETE_HD Bits<T> bitsOf(Key<T> key) {
  return Bits<T>(key >> 32);
}
template <class T>
ARETE_HD T squaredOf(Key<T> key) {
  return std::bit_cast<T>(bitsOf<T>(key));
}

/// Σ (a(k) − b(k))² as shared::squaredDistance has it, for coordinates that do not lie in memory at strides.
template <class T, class A, class B>
__device__ T squaredDistanceBy(const A& a, const B& b, int dimension) {
  T sum = T(0);
  for (int k = 0; k < dimension; ++k) {
    const T x = a(k), y = b(k);
    sum = sum + shared::squaredDistance<1>(&x, &y);
  }
  return sum;
}

/// Strided points in device memory.
template <class T>
struct Strided {
  const T* data;
  size_t pointStride, coordinateStride;
  __device__ T at(size_t point, int k) const { return data[point * pointStride + size_t(k) * coordinateStride]; }
};

/// The answer on the device: row i has k neighbours.
template <class T>
struct DeviceAnswer {
  uint32_t* indices;
  T* squared;
  uint32_t k;
  __device__ void write(size_t place, Key<T> key) const {
    indices[place] = uint32_t(key);
    squared[place] = squaredOf<T>(key);
  }
};

/// Rows of answers as several GPUs have them: the first rowsEach on the first, and so on.
template <class T>
struct SharedAnswer {
  static constexpr uint32_t kMostOwners = 16;
  DeviceAnswer<T> of[kMostOwners];
  uint32_t rowsEach;

  SharedAnswer(uint32_t rows) : of{}, rowsEach(rows) {}
  SharedAnswer(const DeviceAnswer<T>& all) : of{all}, rowsEach(UINT32_MAX) {}
  uint32_t k() const { return of[0].k; }
};

__device__ inline uint64_t shuffleDown(uint64_t key, int lanes) { return __shfl_down_sync(kAllLanes, key, lanes); }
__device__ inline Wide shuffleDown(Wide key, int lanes) {
  return Wide(shuffleDown(uint64_t(key >> 64), lanes)) << 64 | shuffleDown(uint64_t(key), lanes);
}

/// The smallest key of a block of whole warps, in thread 0. Once per kernel, or with a barrier between.
template <class T>
__device__ Key<T> blockMinimum(Key<T> key) {
  __shared__ Key<T> ofWarp[32];
  for (int lanes = kWarp / 2; lanes > 0; lanes /= 2) {
    const Key<T> other = shuffleDown(key, lanes);
    if (other < key) key = other;
  }
  const uint32_t warps = blockDim.x / kWarp;
  if (threadIdx.x % kWarp == 0) ofWarp[threadIdx.x / kWarp] = key;
  __syncthreads();
  if (threadIdx.x == 0)
    for (uint32_t w = 1; w < warps; ++w)
      if (ofWarp[w] < key) key = ofWarp[w];
  return key;
}

}  // namespace arete::cuda
