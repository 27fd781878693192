// Random bits that belong to a place: equal points have the same ones wherever they stand in the file, on every machine. What divides a cloud by
// them divides it in the same way in any order of its points.
#pragma once

#include <bit>

#include "compute/shared/philox.h"

namespace arete::shared {

/// Two independent words.
struct CoordinateHash {
  uint32_t first, second;
};

/// Of `dim` coordinates, `stride` elements apart; floats have the bits of the doubles that they equal, and -0 those of 0. Each coordinate is a
/// counter of Philox, with a key from those before.
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
