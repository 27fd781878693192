// The map of a network and places strewn evenly over it, which measure how much of it is off the network.
#pragma once

#include <algorithm>

#include "compute/shared/philox.h"
#include "compute/stages/super_points.h"

namespace arete {

/// The bounding box of super-points.
struct Sheet {
  shared::Vector3 low, high;

  explicit Sheet(const SuperPoints& points) : low(points.places[0]), high(low) {
    for (const shared::Vector3& place : points.places)
      for (int k = 0; k < 2; ++k) low.set(k, std::min(low[k], place[k])), high.set(k, std::max(high[k], place[k]));
  }
  ARETE_HD double area() const { return (high.x - low.x) * (high.y - low.y); }
  /// The i-th place strewn over it.
  ARETE_HD shared::Vector3 place(uint32_t i) const {
    shared::IndexedRandom random(0, i);
    const double x = random.uniform(), y = random.uniform();
    return {low.x + (high.x - low.x) * x, low.y + (high.y - low.y) * y};
  }
};

}  // namespace arete
