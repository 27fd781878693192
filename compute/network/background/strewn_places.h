// The map of a network and places strewn evenly over it, which measure how much of it is off the network.
#pragma once

#include "compute/core/philox.h"
#include "compute/network/look/place_box.h"
#include "compute/network/super_points/contract.h"

namespace arete {

/// The bounding box of super-points.
struct Sheet {
  shared::Vector3 low, high;

  Sheet(const SuperPoints& points, ThreadPool& threads) : Sheet(boxOf(points.places, threads)) {}
  ARETE_HD double area() const { return (high.x - low.x) * (high.y - low.y); }
  /// The i-th place strewn over it.
  ARETE_HD shared::Vector3 place(uint32_t i) const {
    shared::IndexedRandom random(0, i);
    const double x = random.uniform(), y = random.uniform();
    return {low.x + (high.x - low.x) * x, low.y + (high.y - low.y) * y};
  }

 private:
  explicit Sheet(const PlaceBox& box) : low(box.low), high(box.high) {}
};

}  // namespace arete
