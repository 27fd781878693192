// Sums that do not depend on the order of addition: coordinates as integers relative to the largest coordinate of the cloud.
// float coordinates are summed in 64 bits, double coordinates in 128. Integer addition commutes, so threads and blocks may add as they like.
#pragma once

#include <cstdint>
#include <type_traits>

#include "compute/core/host_device.h"

namespace arete::shared {

/// The power of two that turns coordinates into integers, and back. Made by `makeFixedScale` (compute/core/fixed_scale.h).
struct FixedScale {
  double toFixed = 1;    ///< multiply a coordinate by this and cut the fraction off
  double fromFixed = 1;  ///< 1 / toFixed, exact
};

template <class T>
using FixedSum = std::conditional_t<std::is_same_v<T, float>, int64_t, __int128>;

/// A coordinate as an integer. |result| < 2^(62 − ⌈log2 n⌉) for float, < 2^62 for double, so that n of them never overflow their sum.
template <class T>
ARETE_HD int64_t toFixed(T coordinate, FixedScale scale) {
  return static_cast<int64_t>(static_cast<double>(coordinate) * scale.toFixed);
}

/// The mean of `count` > 0 coordinates from their sum.
ARETE_HD float fixedMean(int64_t sum, uint32_t count, FixedScale scale) {
  return static_cast<float>(static_cast<double>(sum) / static_cast<double>(count) * scale.fromFixed);
}
ARETE_HD double fixedMean(__int128 sum, uint32_t count, FixedScale scale) {
  const auto quotient = static_cast<int64_t>(sum / static_cast<__int128>(count));  // exact up to the cut fraction: no 128-bit float needed
  return static_cast<double>(quotient) * scale.fromFixed;
}

}  // namespace arete::shared
