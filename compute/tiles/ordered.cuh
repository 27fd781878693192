// Coordinates as integers of the same order, so that integer atomics find the least and the largest.
#pragma once

#include <bit>
#include <cstdint>

#include "compute/core/host_device.h"

namespace arete::cuda {

template <class T>
struct Ordered;
template <>
struct Ordered<float> {
  using Bits = uint32_t;
};
template <>
struct Ordered<double> {
  using Bits = unsigned long long;
};
template <class T>
using OrderedBits = typename Ordered<T>::Bits;

template <class T>
ARETE_HD OrderedBits<T> orderedBits(T x) {
  using Bits = OrderedBits<T>;
  constexpr Bits kSign = Bits(1) << (8 * sizeof(Bits) - 1);
  const Bits bits = std::bit_cast<Bits>(x);
  return bits & kSign ? ~bits : bits | kSign;
}
template <class T>
ARETE_HD T fromOrdered(OrderedBits<T> bits) {
  using Bits = OrderedBits<T>;
  constexpr Bits kSign = Bits(1) << (8 * sizeof(Bits) - 1);
  return std::bit_cast<T>(bits & kSign ? bits ^ kSign : ~bits);
}

}  // namespace arete::cuda
