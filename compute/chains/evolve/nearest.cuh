// The nearest kernel of brute force. See brute_force.cu for the idea.
#pragma once

#include "compute/chains/evolve/nearest_launch.cuh"
#include "compute/chains/evolve/sums.cuh"
#include "compute/core/distance.h"

namespace arete::cuda {

/// Adds a point's coordinates to the sums of `slot`, in shared memory (two words with a carry) or in global memory.
template <class T, int D>
struct BlockSums {
  const NearestWork<T>& work;
  uint32_t* words;  // low and high word of each sum, then the counts; null: global memory

  __device__ void add(uint32_t slot, const T* point) const {
    const auto d = uint32_t(work.cloud.dimension);
    if (sizeof(T) == sizeof(double) || words == nullptr) {
      atomicAdd(work.counts + slot, 1u);
#pragma unroll
      for (int k = 0; k < D; ++k)
        if (uint32_t(k) < d) DeviceSums<T>::add(work.sums + (size_t(slot) * d + k) * DeviceSums<T>::kWords, shared::toFixed(point[k], work.scale));
      return;
    }
    atomicAdd(words + 2 * work.m * d + slot, 1u);
#pragma unroll
    for (int k = 0; k < D; ++k)
      if (uint32_t(k) < d) {
        const auto value = static_cast<unsigned long long>(shared::toFixed(point[k], work.scale));
        const uint32_t low = uint32_t(value), before = atomicAdd(words + 2 * (slot * d + k), low);
        atomicAdd(words + 2 * (slot * d + k) + 1, uint32_t(value >> 32) + (before + low < low ? 1u : 0u));
      }
  }
  __device__ void clear() const {
    if (words == nullptr) return;
    for (uint32_t i = threadIdx.x; i < work.m * (2 * work.cloud.dimension + 1); i += blockDim.x) words[i] = 0;
  }
  /// After a barrier: adds the block's sums to global memory.
  __device__ void flush() const {
    if (words == nullptr) return;
    const uint32_t sums = work.m * uint32_t(work.cloud.dimension);
    for (uint32_t i = threadIdx.x; i < sums; i += blockDim.x)
      if (const unsigned long long value = static_cast<unsigned long long>(words[2 * i + 1]) << 32 | words[2 * i]; value != 0)
        atomicAdd(work.sums + i, value);
    for (uint32_t i = threadIdx.x; i < work.m; i += blockDim.x)
      if (const uint32_t count = words[2 * sums + i]; count != 0) atomicAdd(work.counts + i, count);
  }
};

/// The chosen points from `begin` on into shared memory, in whole groups: places behind the last are as far away as can be.
template <class T, int D>
__device__ inline void loadChunk(const NearestWork<T>& work, T* chunk, uint32_t begin, uint32_t count) {
  const auto d = uint32_t(work.cloud.dimension);
  const uint32_t padded = (count + kGroup - 1) / kGroup * kGroup;
  const bool byRows = work.chosen.coordinateStride == 1;  // neighbouring threads read neighbouring numbers in both layouts
  for (uint32_t e = threadIdx.x; e < padded * D; e += blockDim.x) {
    const uint32_t point = byRows ? e / D : e % padded, k = byRows ? e % D : e / padded;
    chunk[point * D + k] = point >= count ? T(INFINITY) : k < d ? work.chosen.at(begin + point, k) : T(0);
  }
}

/// kGroup points in row layout, D coordinates each, as vectors.
template <class T, int D>
__device__ inline void readGroup(const T* from, T (&chosen)[kGroup * D]) {
  constexpr int kVectors = int(kGroup * D * sizeof(T) / sizeof(float4));
#pragma unroll
  for (int v = 0; v < kVectors; ++v) reinterpret_cast<float4*>(chosen)[v] = reinterpret_cast<const float4*>(from)[v];
}

/// Compares a thread's P points with a chunk, group by group: only the smallest distance of a group is compared with the best, and the
/// group noted; which of its points it was is found once, at the end.
template <class T, int D, int P>
__device__ inline void searchChunk(const T (&point)[P][D], const T* chunk, uint32_t groups, uint32_t firstGroup, T (&best)[P], uint32_t (&group)[P]) {
  for (uint32_t g = 0; g < groups; ++g, chunk += kGroup * D) {
    alignas(16) T chosen[kGroup * D];
    readGroup<T, D>(chunk, chosen);
#pragma unroll
    for (int p = 0; p < P; ++p) {
      T least = shared::squaredDistance<D>(point[p], chosen);
#pragma unroll
      for (int j = 1; j < int(kGroup); ++j) {
        const T squared = shared::squaredDistance<D>(point[p], chosen + j * D);
        least = shared::lesser(squared, least);
      }
      if (least < best[p]) best[p] = least, group[p] = firstGroup + g;
    }
  }
}

/// Nearest chosen point within reach: the first of its group at the best distance. `chunk`: all of S; null: S is in global memory only.
template <class T, int D>
__device__ inline uint32_t firstOfGroup(const NearestWork<T>& work, const T* chunk, const T (&point)[D], uint32_t group, T best) {
  if (group == kUnassigned) return work.reach == T(INFINITY) && work.m > 0 ? 0 : kUnassigned;  // infinitely far, which is within an infinite reach
  uint32_t slot = kUnassigned;
  if (chunk != nullptr) {
    alignas(16) T chosen[kGroup * D];
    readGroup<T, D>(chunk + size_t(group) * kGroup * D, chosen);
#pragma unroll
    for (int j = int(kGroup) - 1; j >= 0; --j)
      if (shared::squaredDistance<D>(point, chosen + j * D) == best) slot = group * kGroup + uint32_t(j);
  } else {
    const size_t stride = work.chosen.coordinateStride;
    for (uint32_t j = kGroup; j-- > 0;) {
      const uint32_t at = group * kGroup + j;
      if (at < work.m && shared::squaredDistance(point, 1, work.chosen.point(at), stride, work.cloud.dimension) == best) slot = at;
    }
  }
  return slot;
}

/// Blocks take blockDim.x · P points at a time, from work.first to work.end.
template <class T, int D, int P>
__global__ void nearestKernel(NearestWork<T> work) {
  extern __shared__ __align__(16) unsigned char nearestShared[];
  T* const chunk = reinterpret_cast<T*>(nearestShared);
  const BlockSums<T, D> sums{work, work.blockSums ? reinterpret_cast<uint32_t*>(nearestShared + kChunk_bytes) : nullptr};
  const auto d = uint32_t(work.cloud.dimension);
  const uint32_t chunkPoints = chunkCapacity<T>(D);
  const bool oneChunk = work.m <= chunkPoints;
  sums.clear();
  if (oneChunk) loadChunk<T, D>(work, chunk, 0, work.m);
  __syncwarp();  // loops of unequal length lie behind
  __syncthreads();
  for (size_t first = work.first + size_t(blockIdx.x) * blockDim.x * P; first < work.end; first += size_t(gridDim.x) * blockDim.x * P) {
    T point[P][D], best[P];
    uint32_t group[P];
#pragma unroll
    for (int p = 0; p < P; ++p) {
      const size_t i = first + size_t(p) * blockDim.x + threadIdx.x;
      best[p] = work.beyondReach;
      group[p] = kUnassigned;
#pragma unroll
      for (int k = 0; k < D; ++k)
        point[p][k] = i < work.end && uint32_t(k) < d ? work.cloud.data[i * work.cloud.pointStride + k * work.cloud.coordinateStride] : T(0);
    }
    for (uint32_t begin = 0; begin < work.m; begin += chunkPoints) {
      const uint32_t count = min(chunkPoints, work.m - begin);
      if (!oneChunk) {
        __syncthreads();
        loadChunk<T, D>(work, chunk, begin, count);
        __syncthreads();
      }
      searchChunk<T, D, P>(point, chunk, (count + kGroup - 1) / kGroup, begin / kGroup, best, group);
    }
#pragma unroll
    for (int p = 0; p < P; ++p) {
      const size_t i = first + size_t(p) * blockDim.x + threadIdx.x;
      if (i >= work.end) continue;
      const uint32_t slot = firstOfGroup<T, D>(work, oneChunk ? chunk : nullptr, point[p], group[p], best[p]);
      if (work.assignment != nullptr) work.assignment[i] = slot;
      else if (slot != kUnassigned) sums.add(slot, point[p]);
    }
  }
  __syncthreads();
  sums.flush();
}

/// With as many points per thread as asked for, or at most as compiled.
template <class T, int D, int Most>
NearestKernel<T> nearestKernelOf(int pointsPerThread) {
  if constexpr (Most > 1) {
    if (pointsPerThread < Most) return nearestKernelOf<T, D, Most / 2>(pointsPerThread);
  }
  return nearestKernel<T, D, Most>;
}

}  // namespace arete::cuda
