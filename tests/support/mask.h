// Points of a cloud as a mask.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arete::test {

/// 1 for each of these points, else 0.
inline std::vector<uint8_t> maskOf(std::span<const uint32_t> points, size_t count) {
  std::vector<uint8_t> mask(count);
  for (const uint32_t point : points) mask[point] = 1;
  return mask;
}

}  // namespace arete::test
