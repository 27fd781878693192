// Stage "decimate": removes chosen points that crowd together or stand alone. Source: spec "decimate"; thesis algorithms 3 and 11.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/core/point_array.h"

namespace arete {

struct DecimateInput {
  const PointArray& chosen;
  double r2;  ///< > 0
  const ParamValues& params;
};

/// One sweep. Returns the indices of the points that stay, ascending. A point is removed when at least kCrowd points (itself
/// included) are within R2 of it, else when at most kLonely are within 2·R2. Exact versions act in index order, at once, and stop
/// as soon as fewer than kFewest points are left; with kFewest or fewer points a sweep does nothing. Throws Cancelled.
using DecimateFunction = std::vector<uint32_t> (*)(const DecimateInput&, const StageContext&);

inline constexpr uint32_t kCrowd = 4, kLonely = 2, kFewest = 3;

}  // namespace arete
