// Squared distances that only matter up to a limit.
#pragma once

#include <cstddef>

#include "compute/core/distance.h"

namespace arete::cpu {

/// shared::squaredDistance, bit for bit, where that is at most `limit`; else any number above `limit`. Beyond a few dimensions the sum is
/// given up as soon as it exceeds the limit: a square added to a rounded sum never makes it smaller.
template <class T>
inline T boundedSquaredDistance(const T* a, size_t strideA, const T* b, size_t strideB, int dim, T limit) {
  constexpr int kTogether = 4;
  if (dim <= kTogether) return shared::squaredDistance(a, strideA, b, strideB, dim);
  T sum = T(0);
  int k = 0;
  for (; k + kTogether <= dim; k += kTogether) {
    for (int j = k; j < k + kTogether; ++j) {
      const T difference = a[size_t(j) * strideA] - b[size_t(j) * strideB];
      const T square = difference * difference;
      sum = sum + square;
    }
    if (sum > limit) return sum;
  }
  for (; k < dim; ++k) {
    const T difference = a[size_t(k) * strideA] - b[size_t(k) * strideB];
    const T square = difference * difference;
    sum = sum + square;
  }
  return sum;
}

}  // namespace arete::cpu
