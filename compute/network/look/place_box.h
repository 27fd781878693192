// The bounding box of places.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "compute/core/thread_pool.h"
#include "compute/core/vector3.h"

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

/// The same by all threads.
inline PlaceBox boxOf(std::span<const shared::Vector3> places, ThreadPool& threads) {
  constexpr size_t kGrain = 8192;
  std::vector<shared::Vector3> corners(2 * ((places.size() + kGrain - 1) / kGrain));  // of each piece
  threads.forEachRange(places.size(), kGrain, [&](size_t begin, size_t end, int) {
    const PlaceBox box = boxOf(places.subspan(begin, end - begin));
    corners[begin / kGrain * 2] = box.low, corners[begin / kGrain * 2 + 1] = box.high;
  });
  return boxOf(corners);
}

}  // namespace arete
