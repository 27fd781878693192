// Squared Euclidean distance, the one that every version compares. Source: spec "One answer", point 1.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compute/core/host_device.h"

namespace arete::shared {

/// Σ (a_k − b_k)² over k = 0…dim−1 in that order, in the coordinate type, each operation rounded on its own.
/// `strideA`, `strideB`: elements between consecutive coordinates of one point (1 in row layout).
template <class T>
ARETE_HD T squaredDistance(const T* a, size_t strideA, const T* b, size_t strideB, int dim) {
  const T first = a[0] - b[0];
  T sum = first * first;  // not 0 + …: the same bits, but compilers must keep that addition
  for (int k = 1; k < dim; ++k) {
    const T difference = a[k * strideA] - b[k * strideB];
    const T square = difference * difference;
    sum = sum + square;
  }
  return sum;
}

/// The same for points in row layout with the dimension known to the compiler.
template <int D, class T>
ARETE_HD T squaredDistance(const T* a, const T* b) {
  return squaredDistance(a, 1, b, 1, D);
}

/// The square of a radius for comparison with distances: a point is within reach when squaredDistance ≤ squaredRadius.
template <class T>
ARETE_HD T squaredRadius(double radius) {
  const T r = static_cast<T>(radius);
  return r * r;
}

/// True when (distance², index) of a comes before that of b: the tie rule of every search.
template <class T>
ARETE_HD bool nearer(T squaredA, uint32_t indexA, T squaredB, uint32_t indexB) {
  return squaredA < squaredB || (squaredA == squaredB && indexA < indexB);
}

}  // namespace arete::shared
