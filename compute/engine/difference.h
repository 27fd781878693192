// How far an answer is from the exact one: the measure for inexact versions and detection in tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_array.h"

namespace arete {

struct Difference {
  uint32_t identical = 0;         ///< pairs of equal chosen points, one of each answer: tiles may bring two points to one place
  std::vector<uint32_t> missing;  ///< exact chosen points without a counterpart within the radius: a part of the curve was lost
  std::vector<uint32_t> extra;    ///< chosen points without an exact one within the radius
  double radius = 0;              ///< R1 of the detection
  double hausdorff = 0;           ///< the largest distance from a chosen point of either to the nearest of the other; NaN when one has none
};

/// Both have the same dimension. Cost: m log m, and a look at the points that are near along the widest axis. Throws Cancelled.
Difference differenceOf(const PointArray& exact, const PointArray& other, double radius, const StageContext& context);

}  // namespace arete
