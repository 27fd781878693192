// Doubles as keys of a radix sort.
#pragma once

#include <cstdint>

namespace arete::cuda {

/// In the order of the numbers, those below 0 too; -0 is 0. Not for NaN.
__device__ inline uint64_t ascendingKey(double value) {
  const auto bits = static_cast<uint64_t>(__double_as_longlong(value + 0.0));
  return bits >> 63 != 0 ? ~bits : bits | uint64_t(1) << 63;
}

}  // namespace arete::cuda
