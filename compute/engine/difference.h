// How far one answer is from the exact one: what inexact versions and detection in tiles are judged by.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_array.h"

namespace arete {

struct Difference {
  uint32_t identical = 0;         ///< pairs of equal chosen points, one of each answer: tiles may bring two points to one place
  std::vector<uint32_t> missing;  ///< exact chosen points without another one within the radius: a part of the curve was lost
  std::vector<uint32_t> extra;    ///< other chosen points without an exact one within the radius
  double radius = 0;              ///< R1 of the detection
  double hausdorff = 0;           ///< the longest way from a chosen point of either to the nearest of the other; NaN when one has none
};

/// Both of the same dimension. Cost: m log m, and looking at those whose widest coordinate is near. Throws Cancelled.
Difference differenceOf(const PointArray& exact, const PointArray& other, double radius, const StageContext& context);

}  // namespace arete
