#include "compute/chains/evolve/packet_kernel.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "compute/chains/evolve/contract.h"
#include "compute/chains/evolve/sorted_cloud.h"

namespace arete::cpu {

namespace {

/// Points side by side in a register of `Bytes` bytes.
template <class T, int Bytes>
struct Lanes {
  using Integer = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  static constexpr int kCount = Bytes / int(sizeof(T));
  typedef T Values __attribute__((vector_size(Bytes)));
  typedef Integer Integers __attribute__((vector_size(Bytes)));
  typedef uint32_t Slots __attribute__((vector_size(Bytes / sizeof(T) * sizeof(uint32_t))));

  /// The smallest of `values`, by halves.
  [[gnu::always_inline]] static inline T smallest(const Values& values) {
    if constexpr (kCount == 2) {
      return values[0] < values[1] ? values[0] : values[1];
    } else {
      using Half = Lanes<T, Bytes / 2>;
      typename Half::Values low, high;
      std::memcpy(&low, &values, Bytes / 2);
      std::memcpy(&high, reinterpret_cast<const char*>(&values) + Bytes / 2, Bytes / 2);
      low = low < high ? low : high;
      return Half::smallest(low);
    }
  }
};

/// −∞ for as many lanes as a register may have, then +∞: the maximum of the margins and this, read from the right place, keeps the margins of
/// the first few lanes and makes the others infinite.
template <class T>
struct FirstLanes {
  T values[2 * kPacketPoints];
  constexpr FirstLanes() : values{} {
    for (uint32_t l = 0; l < kPacketPoints; ++l) {
      values[l] = -std::numeric_limits<T>::infinity();
      values[l + kPacketPoints] = std::numeric_limits<T>::infinity();
    }
  }
};
template <class T>
constexpr FirstLanes<T> kFirstLanes;

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

/// Puts the slot of the nearest chosen point of each of the packet's `count` points into `nearest`; returns their least margin.
template <class T, int D, int Bytes>
[[gnu::always_inline]] inline T lookAtPacket(const StripWork<T>& work, const T* packet, uint32_t count, uint32_t (&nearest)[kPacketPoints]) {
  using L = Lanes<T, Bytes>;
  using Values = typename L::Values;
  using Integers = typename L::Integers;
  using Integer = typename L::Integer;
  const Values far = Values{} + std::numeric_limits<T>::infinity(), reach = Values{} + work.rule.reach;
  const Integers none = Integers{} - 1;
  const int dimension = D > 0 ? D : work.dimension;
  const size_t stride = work.stride;
  const uint32_t* const slots = work.slots;
  const uint32_t candidateCount = work.candidateCount;
  Values least = far;

  for (uint32_t v = 0; v < count; v += L::kCount) {
    const T* const points = packet + v;
    Values p[D > 0 ? D : 1];
    for (int k = 0; k < D; ++k) std::memcpy(&p[k], points + size_t(k) * stride, Bytes);
    Values best = far, second = far;
    Integers slot = none;
    const T* candidate = work.candidates;
    for (uint32_t j = 0; j < candidateCount; ++j, candidate += dimension) {
      Values squared = Values{};
      for (int k = 0; k < dimension; ++k) {
        Values here;
        if constexpr (D > 0) here = p[k];
        else std::memcpy(&here, points + size_t(k) * stride, Bytes);
        const Values difference = here - candidate[k];
        const Values square = difference * difference;
        squared = squared + square;
      }
      const Integers closer = squared < best;  // strictly: of equals, the lower slot came first
      const Values loser = closer ? best : squared;
      second = loser < second ? loser : second;
      best = closer ? squared : best;
      slot = closer ? Integers{} + Integer(slots[j]) : slot;
    }
    // Squares are not negative, so their bits compare as they do. (GCC 12 would keep a mask used twice lane by lane.)
    slot = reinterpret_cast<Integers>(reach) < reinterpret_cast<Integers>(best) ? none : slot;
    Values margin = shared::marginOf(best, second, work.rule);
    if (count < kPacketPoints) {
      Values outOfTheWay;
      std::memcpy(&outOfTheWay, kFirstLanes<T>.values + kPacketPoints - std::min<uint32_t>(count - v, L::kCount), Bytes);
      margin = margin < outOfTheWay ? outOfTheWay : margin;
    }
    least = margin < least ? margin : least;
    const auto found = __builtin_convertvector(slot, typename L::Slots);
    std::memcpy(nearest + v, &found, sizeof found);
  }
  return L::smallest(least);
}

/// Whether a whole packet's assignments differ.
[[gnu::always_inline]] inline bool differ(const uint32_t (&nearest)[kPacketPoints], const uint32_t* assigned) {
  typedef uint64_t Words __attribute__((vector_size(16)));
  Words difference{};
  for (uint32_t l = 0; l < kPacketPoints; l += 4) {
    Words now, before;
    std::memcpy(&now, nearest + l, sizeof now);
    std::memcpy(&before, assigned + l, sizeof before);
    difference |= now ^ before;
  }
  return (difference[0] | difference[1]) != 0;
}

/// Starts to fetch what looking at a packet will read.
template <class T>
[[gnu::always_inline]] inline void prefetch(const StripWork<T>& work, uint32_t first) {
  for (int k = 0; k < work.dimension; ++k) __builtin_prefetch(work.coordinates + size_t(k) * work.stride + first + kPacketPoints - 1);
  __builtin_prefetch(work.assigned + first + kPacketPoints - 1);
}

template <class T, int D, int Bytes>
[[gnu::always_inline]] inline StripResult lookAt(const StripWork<T>& work, SumChanges<T>& changes) {
  StripResult result{std::numeric_limits<double>::infinity(), 0};
  alignas(64) uint32_t nearest[kPacketPoints];
  const double wake = work.wake, total = work.total, slack = work.rule.slack;
  double* deadline = work.deadlines;
  for (uint32_t first = 0; first < work.count; ++deadline, first += kPacketPoints) {
    if (*deadline <= wake) {
      if (first + kPacketPoints < work.count && deadline[1] <= wake) prefetch(work, first + kPacketPoints);
      const uint32_t count = std::min(kPacketPoints, work.count - first);
      const double margin = double(lookAtPacket<T, D, Bytes>(work, work.coordinates + first, count, nearest)) - slack;
      *deadline = shared::deadlineAfter(total, margin);
      result.lookedAt += count;
      if (count < kPacketPoints || differ(nearest, work.assigned + first))
        for (uint32_t l = 0; l < count; ++l)
          if (nearest[l] != work.assigned[first + l]) changeAssignment(work, first + l, nearest[l], changes);
    }
    result.earliest = std::min(result.earliest, *deadline);
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
std::vector<LookAtStrip<T>> forThisProcessor() {
  std::vector<LookAtStrip<T>> kernels{portable<T, D>};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) kernels.push_back(avx2<T, D>);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw"))
    kernels.push_back(avx512<T, D>);
#endif
  return kernels;
}

}  // namespace

template <class T>
std::vector<LookAtStrip<T>> lookAtStripKernels(int dimension) {
  if (dimension == 2) return forThisProcessor<T, 2>();
  if (dimension == 3) return forThisProcessor<T, 3>();
  return forThisProcessor<T, 0>();
}

template std::vector<LookAtStrip<float>> lookAtStripKernels<float>(int);
template std::vector<LookAtStrip<double>> lookAtStripKernels<double>(int);

}  // namespace arete::cpu
