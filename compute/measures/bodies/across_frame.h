// Two directions across a third one.
#pragma once

#include <cmath>

#include "compute/core/vector3.h"

namespace arete {

/// Across `along`, which has length 1, and across each other.
struct AcrossFrame {
  AcrossFrame() = default;
  explicit AcrossFrame(const shared::Vector3& along) {
    const double x = std::abs(along.x), y = std::abs(along.y), z = std::abs(along.z);
    const shared::Vector3 axis = x <= y && x <= z ? shared::Vector3{1} : y <= z ? shared::Vector3{0, 1} : shared::Vector3{0, 0, 1};
    first = unit(cross(along, axis)), second = cross(along, first);
  }
  /// The frame of another direction, turned about it as little as possible.
  AcrossFrame turnedTo(const shared::Vector3& along) const {
    constexpr double kLeast = 0.01;  // across a turn of nearly a quarter the old direction says nothing
    const shared::Vector3 kept = across(first, along);
    if (!(squaredLength(kept) > kLeast)) return AcrossFrame(along);
    AcrossFrame turned;
    turned.first = unit(kept), turned.second = cross(along, turned.first);
    return turned;
  }
  shared::Vector3 first, second;
};

}  // namespace arete
