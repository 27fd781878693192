// The nearest kernel of brute force with a filter: fused operations leave one group of chosen points, exact distances decide.
//
// Idea. With q' = q − c and s' = s − c, |q − s|² = |q'|² + 2t, t = |s'|²/2 − q'·s': a distance costs d fused operations and a minimum instead of
// 3d − 1 operations and a minimum, and in float also where coordinates are double. A thread keeps for each of its points the group of kFilterGroup
// chosen points with the smallest t, and the smallest t of all other groups. The exact distances of that one group give D, the least of them, or
// what is just beyond reach if that is less; the point is decided when no other group can have one as small, which is second > limit, where
//     limit = (D − |q'|²) / 2 + filterError().
// Otherwise (one in a thousand on the spirals; also whenever something overflows) a warp looks at all of S for that point, by exact distances.
//
// filterError. Let u = 2⁻²⁴ and s be of another group with a rounded distance ≤ D. Then ρ = |q'| + √D bounds |s'|, and
//     moving to c:            q' and s' err by u |·|, so |q' − s'|² by 4 u ρ √D                           2 u ρ √D in t
//     the rounded distance:   (d + 2) u D                                                          (d + 3) u D / 2 with D in float
//     |s'|²/2:                d operations                                                               d u ρ² / 2
//     the d fused operations: partial sums are |s' − q'|² over some axes, less |q'|² over those, plus |s'|² over others, all halved
//                                                                                                   d u (ρ² + D) / 2
//     |q'|² of the limit:     d operations                                                               d u |q'|² / 2
//     the limit's own two:                                                                               u (|q'|² + D)
// With ρ² ≤ 5/4 |q'|² + 5 D and ρ √D ≤ |q'|²/16 + 5 D that is at most u ((1.75 d + 1.2) |q'|² + (6 d + 13) D); filterError() is
// 2 u ((d + 1) |q'|² + 4 (d + 2) D), which leaves room for terms of second order, and 2⁻¹²⁶ for what underflows. Only points near q come in: S may
// have strays, whose t is infinite or no number, and minima leave those out.
//
// Memory: S twice in shared memory, as far as it fits. Cost: n·m·(d + 1.4) instructions; an undecided point costs as much as seven others
// (measured, 2D). Loses to nearestKernel where many points have several nearest, as on a grid; where S is told apart by less than that error
// it is not used (BruteForceBase). Source: own; bounds before exact distances as in compute/neighbours/knn/filtered.cuh.
#pragma once

#include "compute/chains/evolve/nearest.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

/// Four chosen points relative to the centre, coordinate by coordinate, then half their squared lengths.
template <int D>
inline constexpr uint32_t kLiftedWidth = (D + 1) * kBoundsAtOnce;

/// A group of chosen points, unchanged, and 16 bytes of padding, so that threads that read different groups have few bank conflicts.
template <class T, int D>
inline constexpr uint32_t kExactStride = uint32_t{D} * kFilterGroup + 16 / sizeof(T);

template <int D, class T>
__device__ inline int dimensionOf(const NearestWork<T>& work) {
  return D == compiledDimension(D - 1) ? work.cloud.dimension : D;
}

/// A coordinate of a cloud point; 0 for those beyond the dimension.
template <int D, class T>
__device__ inline T coordinate(const NearestWork<T>& work, size_t i, int k) {
  return k < dimensionOf<D>(work) ? work.cloud.data[i * work.cloud.pointStride + size_t(k) * work.cloud.coordinateStride] : T(0);
}

/// S from `begin` on, in whole groups: places behind the last are infinitely far. `exact` may be null.
template <class T, int D>
__device__ inline void loadLifted(const NearestWork<T>& work, float* lifted, T* exact, uint32_t begin, uint32_t count) {
  const uint32_t padded = (count + kFilterGroup - 1) / kFilterGroup * kFilterGroup;
  for (uint32_t i = threadIdx.x; i < padded; i += blockDim.x) {
    float* const to = lifted + i / kBoundsAtOnce * kLiftedWidth<D> + i % kBoundsAtOnce;
    float squared = 0;
#pragma unroll
    for (int k = 0; k < D; ++k) {
      const T x = i >= count ? T(INFINITY) : k < dimensionOf<D>(work) ? work.chosen.at(begin + i, uint32_t(k)) : T(0);
      const float moved = i < count ? float(x - work.centre[k]) : 0;
      squared = fmaf(moved, moved, squared);
      to[k * kBoundsAtOnce] = moved;
      if (exact != nullptr) exact[i / kFilterGroup * kExactStride<T, D> + i % kFilterGroup * D + k] = x;
    }
    to[D * kBoundsAtOnce] = i < count ? squared / 2 : INFINITY;
  }
}

/// For each of a thread's points: the smallest t, its group, and the smallest t of all other groups.
template <int P>
struct GroupMinima {
  float best[P], second[P];
  uint32_t group[P];
};

/// Compares a thread's P points, relative to the centre and negated, with a chunk.
template <int D, int P>
__device__ inline void searchLifted(const float (&point)[P][D], const float* chunk, uint32_t groups, uint32_t firstGroup, GroupMinima<P>& minima) {
  for (uint32_t g = 0; g < groups; ++g) {
    float least[P];
#pragma unroll
    for (uint32_t part = 0; part < kFilterGroup / kBoundsAtOnce; ++part, chunk += kLiftedWidth<D>) {
      alignas(16) float chosen[D + 1][kBoundsAtOnce];
#pragma unroll
      for (int k = 0; k <= D; ++k) *reinterpret_cast<float4*>(chosen[k]) = reinterpret_cast<const float4*>(chunk)[k];
#pragma unroll
      for (int p = 0; p < P; ++p) {
        float bound[kBoundsAtOnce];
#pragma unroll
        for (uint32_t j = 0; j < kBoundsAtOnce; ++j) {
          bound[j] = chosen[D][j];
#pragma unroll
          for (int k = 0; k < D; ++k) bound[j] = fmaf(point[p][k], chosen[k][j], bound[j]);
        }
        const float four = fminf(fminf(bound[0], bound[1]), fminf(bound[2], bound[3]));
        least[p] = part == 0 ? four : fminf(least[p], four);
      }
    }
#pragma unroll
    for (int p = 0; p < P; ++p) {
      minima.second[p] = fminf(minima.second[p], fmaxf(minima.best[p], least[p]));
      if (least[p] < minima.best[p]) minima.group[p] = firstGroup + g;
      minima.best[p] = fminf(minima.best[p], least[p]);
    }
  }
}

template <class T>
struct Nearest {
  T squared;  // beyondReach: none is within reach
  uint32_t slot;
};

/// The first of a group at its least distance. `exact`: all of S; null: S is in global memory only.
template <class T, int D>
__device__ inline Nearest<T> nearestOfGroup(const NearestWork<T>& work, const T* exact, const T (&point)[D], uint32_t group) {
  Nearest<T> nearest{work.beyondReach, kUnassigned};
  if (exact != nullptr) {
    const T* from = exact + size_t(group) * kExactStride<T, D>;
#pragma unroll
    for (uint32_t part = 0; part < kFilterGroup / kBoundsAtOnce; ++part, from += kBoundsAtOnce * D) {
      alignas(16) T chosen[kBoundsAtOnce * D];
#pragma unroll
      for (int v = 0; v < int(sizeof chosen / sizeof(float4)); ++v) reinterpret_cast<float4*>(chosen)[v] = reinterpret_cast<const float4*>(from)[v];
#pragma unroll
      for (uint32_t j = 0; j < kBoundsAtOnce; ++j) {
        const T squared = shared::squaredDistance<D>(point, chosen + j * D);
        if (squared < nearest.squared) nearest = {squared, group * kFilterGroup + part * kBoundsAtOnce + j};
      }
    }
  } else {
    const uint32_t end = min(work.m, (group + 1) * kFilterGroup);
    for (uint32_t s = group * kFilterGroup; s < end; ++s) {
      const T squared = shared::squaredDistance(point, 1, work.chosen.point(s), work.chosen.coordinateStride, dimensionOf<D>(work));
      if (squared < nearest.squared) nearest = {squared, s};
    }
  }
  return nearest;
}

/// Whether no chosen point of another group can be as near. Also false where something is no number or infinite.
template <int D, class T>
__device__ inline bool isDecided(float second, float lengthSquared, T nearestSquared) {
  const float squared = float(nearestSquared);
  return second > 0.5f * (squared - lengthSquared) + filterError(D, lengthSquared, squared);
}

/// The nearest chosen point within reach of cloud point i, found by all lanes of a warp.
template <class T, int D>
__device__ inline uint32_t nearestByWarp(const NearestWork<T>& work, size_t i) {
  T point[D];
#pragma unroll
  for (int k = 0; k < D; ++k) point[k] = coordinate<D>(work, i, k);
  Nearest<T> nearest{work.beyondReach, kUnassigned};
#pragma unroll 4
  for (uint32_t s = threadIdx.x % kWarp; s < work.m; s += kWarp) {
    const T squared = shared::squaredDistance(point, 1, work.chosen.point(s), work.chosen.coordinateStride, dimensionOf<D>(work));
    if (squared < nearest.squared) nearest = {squared, s};
  }
  for (uint32_t lanes = kWarp / 2; lanes > 0; lanes /= 2) {
    const Nearest<T> other{__shfl_xor_sync(kAllLanes, nearest.squared, lanes), __shfl_xor_sync(kAllLanes, nearest.slot, lanes)};
    if (shared::nearer(other.squared, other.slot, nearest.squared, nearest.slot)) nearest = other;
  }
  return nearest.slot == kUnassigned && work.reach == T(INFINITY) ? 0 : nearest.slot;  // infinitely far, which is within an infinite reach
}

template <class T, int D>
__device__ inline void assign(const NearestWork<T>& work, const BlockSums<T, D>& sums, size_t i, const T (&point)[D], uint32_t slot) {
  if (work.assignment != nullptr) work.assignment[i] = slot;
  else if (slot != kUnassigned) sums.add(slot, point);
}

/// Threads of a block, so that the kernel's values fit into registers.
constexpr int mostThreads(int dimension, int pointsPerThread) { return dimension * pointsPerThread > 16 ? 512 : 1024; }

/// Warps take 32 · P points at a time; neighbouring pieces go to different blocks, so that multiprocessors differ by at most one piece.
template <class T, int D, int P>
__global__ void __launch_bounds__(mostThreads(D, P)) filteredKernel(NearestWork<T> work) {
  constexpr uint32_t kPiece = kWarp * P;
  extern __shared__ __align__(16) unsigned char filteredShared[];
  const bool oneChunk = work.m <= work.chunk;
  float* const lifted = reinterpret_cast<float*>(filteredShared);
  T* const exact = oneChunk ? reinterpret_cast<T*>(lifted + work.chunk * (D + 1)) : nullptr;
  const BlockSums<T, D> sums{work, work.blockSums ? reinterpret_cast<uint32_t*>(filteredShared + filterChunk_bytes<T>(D, work.chunk)) : nullptr};
  const uint32_t warps = blockDim.x / kWarp, lane = threadIdx.x % kWarp;
  sums.clear();
  if (oneChunk) loadLifted<T, D>(work, lifted, exact, 0, work.m);
  __syncwarp();  // loops of unequal length lie behind
  __syncthreads();
  const auto pieces = uint32_t((size_t(work.end - work.first) + kPiece - 1) / kPiece);
  for (uint32_t turn = 0; turn * warps * gridDim.x < pieces; ++turn) {
    const uint32_t piece = (turn * warps + threadIdx.x / kWarp) * gridDim.x + blockIdx.x;
    const bool exists = piece < pieces;
    if (oneChunk && !exists) break;  // else its threads are needed to load chunks
    const size_t first = work.first + size_t(piece) * kPiece;
    float point[P][D];
    GroupMinima<P> minima;
#pragma unroll
    for (int p = 0; p < P; ++p) {
      const size_t i = first + p * kWarp + lane;
      minima.best[p] = minima.second[p] = INFINITY;
      minima.group[p] = 0;
#pragma unroll
      for (int k = 0; k < D; ++k) point[p][k] = i < work.end ? float(work.centre[k] - coordinate<D>(work, i, k)) : 0;
    }
    for (uint32_t begin = 0; begin < work.m; begin += work.chunk) {
      const uint32_t count = min(work.chunk, work.m - begin);
      if (!oneChunk) {
        __syncthreads();
        loadLifted<T, D>(work, lifted, nullptr, begin, count);
        __syncthreads();
      }
      if (exists) searchLifted<D, P>(point, lifted, (count + kFilterGroup - 1) / kFilterGroup, begin / kFilterGroup, minima);
    }
    if (!exists) continue;
    uint32_t undecided = 0;  // a bit for each of the thread's points
#pragma unroll
    for (int p = 0; p < P; ++p) {
      const size_t i = first + p * kWarp + lane;
      if (i >= work.end) continue;
      T here[D];
      float lengthSquared = 0;
#pragma unroll
      for (int k = 0; k < D; ++k) {
        here[k] = coordinate<D>(work, i, k);
        lengthSquared = fmaf(point[p][k], point[p][k], lengthSquared);
      }
      const Nearest<T> nearest = nearestOfGroup<T, D>(work, exact, here, minima.group[p]);
      if (isDecided<D>(minima.second[p], lengthSquared, nearest.squared)) assign(work, sums, i, here, nearest.slot);
      else undecided |= 1u << p;
    }
    __syncwarp();
#pragma unroll 1
    for (int p = 0; p < P; ++p)
      for (uint32_t lanes = __ballot_sync(kAllLanes, undecided >> p & 1); lanes != 0; lanes &= lanes - 1) {
        const size_t i = first + p * kWarp + uint32_t(__ffs(int(lanes)) - 1);
        const uint32_t slot = nearestByWarp<T, D>(work, i);
        if (lane > 0) continue;
        T here[D];
#pragma unroll
        for (int k = 0; k < D; ++k) here[k] = coordinate<D>(work, i, k);
        assign(work, sums, i, here, slot);
      }
  }
  __syncwarp();
  __syncthreads();
  sums.flush();
}

/// With as many points per thread as asked for, or the most that are compiled.
template <class T, int D, int Most>
NearestKernel<T> filteredKernelOf(int pointsPerThread) {
  if constexpr (Most > 1) {
    if (pointsPerThread < Most) return filteredKernelOf<T, D, Most / 2>(pointsPerThread);
  }
  return filteredKernel<T, D, Most>;
}

}  // namespace arete::cuda
