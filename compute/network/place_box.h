// The bounding box of places.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "compute/shared/vector3.h"

namespace arete {

struct PlaceBox {
  shared::Vector3 low, high;
};

/// At least one place.
inline PlaceBox boxOf(std::span<const shared::Vector3> places) {
  const shared::Vector3& first = places.front();
  std::array<double, 3> low{first.x, first.y, first.z}, high = low;  // stay in registers, which members of a vector did not
  for (const shared::Vector3& place : places) {
    low = {std::min(low[0], place.x), std::min(low[1], place.y), std::min(low[2], place.z)};
    high = {std::max(high[0], place.x), std::max(high[1], place.y), std::max(high[2], place.z)};
  }
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

}  // namespace arete
