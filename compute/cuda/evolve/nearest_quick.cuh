// The nearest kernel of brute force that rules out most chosen points without their distances.
//
// Of the distances of one point p to all chosen points q only |q|² − 2·p·q differs, so the smallest of those is the nearest: d fused
// multiply-adds a pair instead of 3d − 1 operations, in float also where coordinates are double. That decides nothing: the group of eight in
// which the smallest was found is then compared by the distances themselves. Only when the smallest of another group comes within a margin
// of it, the warp together compares the point with all chosen points.
// The margin. Let A ≥ (|p| + |q|)² for all p and q, u = 2^-24. Rounding p and q to float changes the value by less than 8u·A, computing |q|² by
// less than d·u·A, each of the d fused operations by less than u·A; a distance that is compared is off by less than (d + 2)·u·A. Two values
// whose order could be wrong therefore differ by less than twice the sum, (6d + 20)·u·A. The host sees to it that this is a small part of
// R1² (BruteForceBase::reset), else nearestKernel is used.
#pragma once

#include "compute/cuda/evolve/nearest.cuh"

namespace arete::cuda {

/// Chosen points from `begin` on into shared memory, in whole groups: −2q and |q|²; places behind the last are as far away as can be.
template <class T, int D>
__device__ inline void loadQuickTile(const NearestWork<T>& work, float* tile, uint32_t begin, uint32_t count) {
  const auto d = uint32_t(work.cloud.dimension);
  for (uint32_t point = threadIdx.x; point < (count + kGroup - 1) / kGroup * kGroup; point += blockDim.x) {
    float square = point < count ? 0.0f : float(INFINITY);
#pragma unroll
    for (int k = 0; k < D; ++k) {
      const float q = point < count && uint32_t(k) < d ? float(work.chosen[size_t(begin + point) * d + uint32_t(k)]) : 0.0f;
      tile[point * (D + 1) + uint32_t(k)] = -2 * q;
      square = fmaf(q, q, square);
    }
    tile[point * (D + 1) + D] = square;
  }
}

/// Best and second-best group of each of a thread's P points.
template <int D, int P>
__device__ inline void searchQuickTile(const float (&point)[P][D], const float* tile, uint32_t groups, uint32_t firstGroup, float (&best)[P],
                                       float (&second)[P], uint32_t (&group)[P]) {
  for (uint32_t g = 0; g < groups; ++g, tile += kGroup * (D + 1)) {
    alignas(16) float chosen[kGroup * (D + 1)];
    readGroup<float, D + 1>(tile, chosen);
#pragma unroll
    for (int p = 0; p < P; ++p) {
      float least = INFINITY;
#pragma unroll
      for (int j = 0; j < int(kGroup); ++j) {
        float value = chosen[j * (D + 1) + D];
#pragma unroll
        for (int k = 0; k < D; ++k) value = fmaf(chosen[j * (D + 1) + k], point[p][k], value);
        least = fminf(least, value);
      }
      second[p] = fminf(second[p], fmaxf(least, best[p]));
      if (least < best[p]) best[p] = least, group[p] = firstGroup + g;
    }
  }
}

/// Nearest chosen point within reach of those in a group. `tile`: all of S as loadQuickTile left it; null: not there.
template <class T, int D>
__device__ inline uint32_t nearestOfGroup(const NearestWork<T>& work, const float* tile, const T (&point)[D], uint32_t group) {
  const auto d = uint32_t(work.cloud.dimension);
  T best = work.beyondReach;
  uint32_t slot = kUnassigned;
  if (sizeof(T) == sizeof(float) && tile != nullptr) {
    alignas(16) float chosen[kGroup * (D + 1)];
    readGroup<float, D + 1>(tile + size_t(group) * kGroup * (D + 1), chosen);
#pragma unroll
    for (int j = 0; j < int(kGroup); ++j) {
      T q[D];
#pragma unroll
      for (int k = 0; k < D; ++k) q[k] = T(-0.5f * chosen[j * (D + 1) + k]);  // exact
      const T squared = shared::squaredDistance<D>(point, q);
      if (group * kGroup + uint32_t(j) < work.m && squared < best) best = squared, slot = group * kGroup + uint32_t(j);
    }
    return slot;
  }
  for (uint32_t at = group * kGroup; at < min(group * kGroup + kGroup, work.m); ++at)
    if (const T squared = shared::squaredDistance(point, 1, work.chosen + size_t(at) * d, 1, int(d)); squared < best) best = squared, slot = at;
  return slot;
}

/// The whole warp looks for the nearest chosen point within reach of the point that lane `lane` holds.
template <class T, int D>
__device__ inline uint32_t nearestOfAll(const NearestWork<T>& work, const T (&point)[D], int lane) {
  constexpr uint32_t kAll = 0xffffffffu;
  const auto d = uint32_t(work.cloud.dimension);
  T here[D];
#pragma unroll
  for (int k = 0; k < D; ++k) here[k] = __shfl_sync(kAll, point[k], lane);
  T best = work.beyondReach;
  uint32_t slot = kUnassigned;
  for (uint32_t at = threadIdx.x % 32; at < work.m; at += 32)
    if (const T squared = shared::squaredDistance(here, 1, work.chosen + size_t(at) * d, 1, int(d)); squared < best) best = squared, slot = at;
  for (int step = 16; step > 0; step /= 2) {
    const T otherBest = __shfl_xor_sync(kAll, best, step);
    const uint32_t other = __shfl_xor_sync(kAll, slot, step);
    if (shared::nearer(otherBest, other, best, slot)) best = otherBest, slot = other;
  }
  return slot;
}

/// Blocks of whole warps take blockDim.x · P points at a time until none are left.
template <class T, int D, int P>
__global__ void quickKernel(NearestWork<T> work) {
  extern __shared__ __align__(16) unsigned char nearestShared[];
  float* const tile = reinterpret_cast<float*>(nearestShared);
  const BlockSums<T, D> sums{work, work.blockSums ? reinterpret_cast<uint32_t*>(nearestShared + kTile_bytes) : nullptr};
  const auto d = uint32_t(work.cloud.dimension);
  const uint32_t tilePoints = tileCapacity<float>(D + 1);
  const bool oneTile = work.m <= tilePoints;
  sums.clear();
  if (oneTile) loadQuickTile<T, D>(work, tile, 0, work.m);
  __syncthreads();
  for (size_t first = size_t(blockIdx.x) * blockDim.x * P; first < work.cloud.count; first += size_t(gridDim.x) * blockDim.x * P) {
    T exact[P][D];
    float point[P][D], best[P], second[P];
    uint32_t group[P];
#pragma unroll
    for (int p = 0; p < P; ++p) {
      const size_t i = first + size_t(p) * blockDim.x + threadIdx.x;
      best[p] = second[p] = INFINITY;
      group[p] = kUnassigned;
#pragma unroll
      for (int k = 0; k < D; ++k) {
        exact[p][k] = i < work.cloud.count && uint32_t(k) < d ? work.cloud.data[i * work.cloud.pointStride + k * work.cloud.coordinateStride] : T(0);
        point[p][k] = float(exact[p][k]);
      }
    }
    for (uint32_t begin = 0; begin < work.m; begin += tilePoints) {
      const uint32_t count = min(tilePoints, work.m - begin);
      if (!oneTile) {
        __syncthreads();
        loadQuickTile<T, D>(work, tile, begin, count);
        __syncthreads();
      }
      searchQuickTile<D, P>(point, tile, (count + kGroup - 1) / kGroup, begin / kGroup, best, second, group);
    }
#pragma unroll
    for (int p = 0; p < P; ++p) {
      const size_t i = first + size_t(p) * blockDim.x + threadIdx.x;
      const bool exists = i < work.cloud.count && group[p] != kUnassigned;
      uint32_t slot = exists ? nearestOfGroup<T, D>(work, oneTile ? tile : nullptr, exact[p], group[p]) : kUnassigned;
      for (uint32_t unsure = __ballot_sync(0xffffffffu, exists && second[p] <= best[p] + work.margin); unsure != 0; unsure &= unsure - 1) {
        const int lane = __ffs(unsure) - 1;
        const uint32_t found = nearestOfAll<T, D>(work, exact[p], lane);
        if (int(threadIdx.x % 32) == lane) slot = found;
      }
      if (i >= work.cloud.count) continue;
      if (work.assignment != nullptr) work.assignment[i] = slot;
      else if (slot != kUnassigned) sums.add(slot, exact[p]);
    }
  }
  __syncthreads();
  sums.flush();
}

/// With as many points per thread as asked for, or the most that are compiled.
template <class T, int D, int Most>
NearestKernels<T> nearestKernelsOf(int pointsPerThread) {
  if constexpr (Most > 1) {
    if (pointsPerThread < Most) return nearestKernelsOf<T, D, Most / 2>(pointsPerThread);
  }
  return {quickKernel<T, D, Most>, nearestKernel<T, D, (Most < 2 ? 1 : 2)>};
}

}  // namespace arete::cuda
