// Squared distances from a point to the points of a block or to the boxes of a node's children, side by side in registers: the parts of which the
// kernels of searches over blocks are made. What is inlined into a kernel is compiled for its kind of processor.
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "compute/neighbours/knn/block_search.h"

namespace arete::cpu::lanes {

/// `Bytes`: of a register. Results for kCount points or boxes side by side, in as many registers as it takes.
template <class T, int Bytes, int Count>
struct Side {
  static constexpr int kBytes = std::min(Bytes, int(sizeof(T)) * Count), kLanes = kBytes / int(sizeof(T)), kRegisters = Count / kLanes;
  using Integer = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  typedef T Values __attribute__((vector_size(kBytes)));
  typedef Integer Integers __attribute__((vector_size(kBytes)));

  alignas(64) T values[Count];

  /// How many are at most `limit`.
  [[gnu::always_inline]] uint32_t countWithin(T limit) const {
    const Values limits = Values{} + limit;
    Integers counts{};
    for (int r = 0; r < kRegisters; ++r) {
      Values here;
      std::memcpy(&here, values + r * kLanes, kBytes);
      counts -= here <= limits;
    }
    Integer each[kLanes], all = 0;
    std::memcpy(each, &counts, kBytes);
    for (const Integer one : each) all += one;
    return uint32_t(all);
  }

  /// Whether any is at most `limit`.
  [[gnu::always_inline]] bool anyWithin(T limit) const {
    const Values limits = Values{} + limit;
    Integers within{};
    for (int r = 0; r < kRegisters; ++r) {
      Values here;
      std::memcpy(&here, values + r * kLanes, kBytes);
      within |= here <= limits;
    }
    uint64_t words[kBytes / 8], any = 0;
    std::memcpy(words, &within, kBytes);
    for (const uint64_t word : words) any |= word;
    return any != 0;
  }
};

template <class T, int D>
struct Point {
  T at[D > 0 ? D : kMaxDimension];
};

/// Squared distances of a block's points, in the order of operations of shared::squaredDistance.
template <class T, int D, int Bytes>
[[gnu::always_inline]] inline Side<T, Bytes, kBlockPoints> distances(const Point<T, D>& point, const T* block, int dimension) {
  using S = Side<T, Bytes, kBlockPoints>;
  using Values = typename S::Values;
  S result;
  for (int r = 0; r < S::kRegisters; ++r) {
    Values sum{};
    for (int k = 0; k < (D > 0 ? D : dimension); ++k) {
      Values there;
      std::memcpy(&there, block + size_t(k) * kBlockPoints + r * S::kLanes, S::kBytes);
      const Values difference = point.at[k] - there;
      const Values square = difference * difference;
      sum = sum + square;
    }
    std::memcpy(result.values + r * S::kLanes, &sum, S::kBytes);
  }
  return result;
}

/// Squared distances to boxes: rounding is monotone and the operations are those of a distance, so no point in a box has a smaller one.
template <class T, int D, int Bytes>
[[gnu::always_inline]] inline Side<T, Bytes, kFanOut> gaps(const Point<T, D>& point, const T* boxes, int dimension) {
  using S = Side<T, Bytes, kFanOut>;
  using Values = typename S::Values;
  S result;
  for (int r = 0; r < S::kRegisters; ++r) {
    Values sum{};
    for (int k = 0; k < (D > 0 ? D : dimension); ++k) {
      Values low, high;
      std::memcpy(&low, boxes + size_t(2 * k) * kFanOut + r * S::kLanes, S::kBytes);
      std::memcpy(&high, boxes + size_t(2 * k + 1) * kFanOut + r * S::kLanes, S::kBytes);
      const Values below = low - point.at[k], above = point.at[k] - high;
      Values gap = below < above ? above : below;
      gap = gap < Values{} ? Values{} : gap;
      sum = sum + gap * gap;
    }
    std::memcpy(result.values + r * S::kLanes, &sum, S::kBytes);
  }
  return result;
}

/// Squared distances to the farthest corners of boxes, by the operations of a distance: no point in a box has a larger one.
template <class T, int D, int Bytes>
[[gnu::always_inline]] inline Side<T, Bytes, kFanOut> reaches(const Point<T, D>& point, const T* boxes, int dimension) {
  using S = Side<T, Bytes, kFanOut>;
  using Values = typename S::Values;
  S result;
  for (int r = 0; r < S::kRegisters; ++r) {
    Values sum{};
    for (int k = 0; k < (D > 0 ? D : dimension); ++k) {
      Values low, high;
      std::memcpy(&low, boxes + size_t(2 * k) * kFanOut + r * S::kLanes, S::kBytes);
      std::memcpy(&high, boxes + size_t(2 * k + 1) * kFanOut + r * S::kLanes, S::kBytes);
      const Values fromLow = point.at[k] - low, toHigh = high - point.at[k];
      const Values reach = fromLow < toHigh ? toHigh : fromLow;
      sum = sum + reach * reach;
    }
    std::memcpy(result.values + r * S::kLanes, &sum, S::kBytes);
  }
  return result;
}

}  // namespace arete::cpu::lanes
