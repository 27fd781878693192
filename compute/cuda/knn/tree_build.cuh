// Points in the order of space, and boxes over them.
#pragma once

#include "compute/cuda/knn/space_order.cuh"

namespace arete::cuda {

/// A point with its number, in pieces that one instruction loads. Dimensions that were not there are 0 on both sides: adding 0² to a sum
/// of squares leaves its bits.
template <class T, int D>
struct alignas(16) Packed {
  T x[D];
  uint32_t index;
};

template <class T, int D>
__device__ Packed<T, D> load(const Packed<T, D>* from) {
  struct Raw {
    uint4 part[sizeof(Packed<T, D>) / 16];
  } raw;
#pragma unroll
  for (size_t i = 0; i < sizeof(raw) / 16; ++i) raw.part[i] = __ldg(reinterpret_cast<const uint4*>(from) + i);
  return __builtin_bit_cast(Packed<T, D>, raw);
}

template <class T, int D>
struct Box {
  T low[D], high[D];
};

template <class T>
__device__ T lowerOf(T value, int lanes) {
  const T other = __shfl_xor_sync(0xffffffffu, value, lanes);
  return other < value ? other : value;
}

/// Smallest box over those of each kLanes lanes, written unless `to` is null.
template <uint32_t kLanes, class T, int D>
__device__ void writeBox(Box<T, D> box, Box<T, D>* to) {
#pragma unroll
  for (int k = 0; k < D; ++k)
    for (int lanes = kLanes / 2; lanes > 0; lanes /= 2) {
      box.low[k] = lowerOf(box.low[k], lanes);
      box.high[k] = -lowerOf(-box.high[k], lanes);
    }
  if (threadIdx.x % kLanes == 0 && to != nullptr) *to = box;
}

/// Points in sorted order, and a box per leaf unless `boxes` is null.
template <class T, int D>
__global__ void packPoints(Strided<T> points, uint32_t count, int dimension, const uint32_t* order, Packed<T, D>* packed, Box<T, D>* boxes) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i / 32 * 32 >= count) return;
  Packed<T, D> point;
  point.index = order[i < count ? i : count - 1];
#pragma unroll
  for (int k = 0; k < D; ++k) point.x[k] = k < dimension ? points.at(point.index, k) : T(0);
  if (i < count) packed[i] = point;
  if (boxes == nullptr) return;
  Box<T, D> box;
#pragma unroll
  for (int k = 0; k < D; ++k) box.low[k] = box.high[k] = point.x[k];
  writeBox<kLeaf>(box, i / kLeaf * kLeaf < count ? &boxes[i / kLeaf] : nullptr);
}

template <class T, int D>
__global__ void groupBoxes(const Box<T, D>* children, uint32_t count, Box<T, D>* parents) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i / 32 * 32 >= count) return;
  writeBox<kFan>(children[i < count ? i : count - 1], &parents[i / 32]);
}

}  // namespace arete::cuda
