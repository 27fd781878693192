// Random bits of a place: equal points have the same bits wherever they are in the file, on every machine. So dividing a cloud by
// them does not depend on the order of its points.
#pragma once

#include <bit>

#include "compute/core/philox.h"

namespace arete::shared {

/// Two independent words.
struct CoordinateHash {
  uint32_t first, second;
};

/// The hash of `dim` coordinates, `stride` elements apart; floats give the same bits as equal doubles, and -0 as 0. Each coordinate is a
/// counter of Philox, with a key made from the previous ones.
template <class T>
ARETE_HD CoordinateHash coordinateHash(const T* point, size_t stride, int dim) {
  PhiloxBlock block{};
  for (int k = 0; k < dim; ++k) {
    const auto bits = std::bit_cast<uint64_t>(static_cast<double>(point[size_t(k) * stride]) + 0.0);
    block = philox({{uint32_t(bits), uint32_t(bits >> 32), uint32_t(k), 0}}, block.word[0], block.word[1]);
  }
  return {block.word[2], block.word[3]};
}

}  // namespace arete::shared
