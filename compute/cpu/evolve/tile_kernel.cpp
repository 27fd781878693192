#include "compute/cpu/evolve/tile_kernel.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "compute/cpu/evolve/sorted_cloud.h"
#include "compute/stages/evolve.h"

namespace arete::cpu {

namespace {

/// Points side by side in a register of `Bytes` bytes. The compiler splits what the target cannot do at once.
template <class T, int Bytes>
struct Lanes {
  using Integer = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  static constexpr int kCount = Bytes / int(sizeof(T));
  typedef T Values __attribute__((vector_size(Bytes)));
  typedef Integer Integers __attribute__((vector_size(Bytes)));
};

template <class T>
void changeAssignment(const StripWork<T>& work, uint32_t point, uint32_t next, SumChanges<T>& changes) {
  const uint32_t old = std::exchange(work.assigned[point], next);
  if (old != kUnassigned) changes.touch(old), --changes.count(old);
  if (next != kUnassigned) changes.touch(next), ++changes.count(next);
  for (int k = 0; k < work.dimension; ++k) {
    const int64_t value = shared::toFixed(work.coordinates[size_t(k) * work.stride + point], work.scale);
    if (old != kUnassigned) changes.sums(old)[k] -= value;
    if (next != kUnassigned) changes.sums(next)[k] += value;
  }
}

/// Nearest slot of each of the tile's points to `nearest`; returns the least margin of its `count` points.
template <class T, int D, int Bytes>
[[gnu::always_inline]] inline T lookAtTile(const StripWork<T>& work, uint32_t tile, uint32_t count, uint32_t (&nearest)[kTilePoints]) {
  using L = Lanes<T, Bytes>;
  using Values = typename L::Values;
  using Integers = typename L::Integers;
  constexpr T kFar = std::numeric_limits<T>::infinity();
  const int dimension = D > 0 ? D : work.dimension;
  Values least = Values{} + kFar;
  Integers lane;
  for (int l = 0; l < L::kCount; ++l) lane[l] = l;

  for (uint32_t v = 0; v < count; v += L::kCount) {
    const T* const points = work.coordinates + size_t(tile) * kTilePoints + v;
    Values p[D > 0 ? D : 1];
    for (int k = 0; k < D; ++k) std::memcpy(&p[k], points + size_t(k) * work.stride, Bytes);
    Values best = Values{} + kFar, second = best;
    Integers slot = Integers{} - 1;
    const T* candidate = work.candidates;
    for (uint32_t j = 0; j < work.candidateCount; ++j, candidate += dimension) {
      Values squared = Values{};
      for (int k = 0; k < dimension; ++k) {
        Values here;
        if constexpr (D > 0) here = p[k];
        else std::memcpy(&here, points + size_t(k) * work.stride, Bytes);
        const Values difference = here - candidate[k];
        const Values square = difference * difference;
        squared = squared + square;
      }
      const Integers closer = squared < best;  // strictly: of equals, the lower slot came first
      const Values runnerUp = squared < second ? squared : second;
      second = closer ? best : runnerUp;
      best = closer ? squared : best;
      slot = closer ? Integers{} + typename L::Integer(work.slots[j]) : slot;
    }
    const Values capped = second < work.rule.cap ? second : Values{} + work.rule.cap;
    const Values toSecond = (capped - best) * work.rule.toSecond, toInside = (work.rule.reach - best) * work.rule.toInside;
    const Values assignedMargin = toSecond < toInside ? toSecond : toInside;
    const Values unassignedMargin = ((best < work.rule.cap ? best : Values{} + work.rule.cap) - work.rule.reach) * work.rule.toOutside;
    const Integers within = best <= work.rule.reach;
    const Values margin = within ? assignedMargin : unassignedMargin;
    slot = within ? slot : Integers{} - 1;
    const Integers mine = lane + typename L::Integer(v) < typename L::Integer(count);
    least = (mine & (margin < least)) ? margin : least;
    for (int l = 0; l < L::kCount; ++l) nearest[v + uint32_t(l)] = uint32_t(slot[l]);
  }
  T smallest = least[0];
  for (int l = 1; l < L::kCount; ++l) smallest = least[l] < smallest ? least[l] : smallest;
  return smallest;
}

template <class T, int D, int Bytes>
[[gnu::always_inline]] inline StripResult lookAt(const StripWork<T>& work, SumChanges<T>& changes) {
  constexpr double kRoundedDown = 1 - 4 * std::numeric_limits<double>::epsilon();
  StripResult result{std::numeric_limits<double>::infinity(), 0};
  alignas(64) uint32_t nearest[kTilePoints];
  for (uint32_t tile = 0, first = 0; first < work.count; ++tile, first += kTilePoints) {
    double& deadline = work.deadlines[tile];
    if (deadline <= work.wake) {
      const uint32_t count = std::min(kTilePoints, work.count - first);
      const double margin = double(lookAtTile<T, D, Bytes>(work, tile, count, nearest)) - work.rule.slack;
      deadline = margin > 0 ? std::max(work.total, (work.total + margin) * kRoundedDown) : work.total;
      result.lookedAt += count;
      if (std::memcmp(nearest, work.assigned + first, count * sizeof(uint32_t)) != 0)
        for (uint32_t l = 0; l < count; ++l)
          if (nearest[l] != work.assigned[first + l]) changeAssignment(work, first + l, nearest[l], changes);
    }
    result.earliest = std::min(result.earliest, deadline);
  }
  return result;
}

template <class T, int D>
StripResult portable(const StripWork<T>& work, SumChanges<T>& changes) {
  return lookAt<T, D, 16>(work, changes);
}
#if defined(__x86_64__)
template <class T, int D>
[[gnu::target("avx2")]] StripResult avx2(const StripWork<T>& work, SumChanges<T>& changes) {
  return lookAt<T, D, 32>(work, changes);
}
template <class T, int D>
[[gnu::target("avx512f,avx512dq,avx512vl,avx512bw")]] StripResult avx512(const StripWork<T>& work, SumChanges<T>& changes) {
  return lookAt<T, D, 64>(work, changes);
}
#endif

template <class T, int D>
LookAtStrip<T> forThisProcessor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
    return avx512<T, D>;
  if (__builtin_cpu_supports("avx2")) return avx2<T, D>;
#endif
  return portable<T, D>;
}

}  // namespace

template <class T>
LookAtStrip<T> lookAtStripFor(int dimension) {
  if (dimension == 2) return forThisProcessor<T, 2>();
  if (dimension == 3) return forThisProcessor<T, 3>();
  return forThisProcessor<T, 0>();
}

template LookAtStrip<float> lookAtStripFor<float>(int);
template LookAtStrip<double> lookAtStripFor<double>(int);

}  // namespace arete::cpu
