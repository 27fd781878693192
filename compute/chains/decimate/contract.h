// Stage "decimate": removes chosen points that crowd together or stand alone. Source: spec "decimate"; thesis algorithms 3 and 11.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/core/point_array.h"

namespace arete {

/// What a version learnt in a sweep and may use in the next one. It only says what need not be looked at: the answer is the same without it.
class DecimateMemory {
 public:
  virtual ~DecimateMemory() = default;
};

struct DecimateInput {
  const PointArray& chosen;
  double r2;  ///< > 0
  const ParamValues& params;
  std::unique_ptr<DecimateMemory>* memory = nullptr;  ///< from any earlier sweep, replaced by this one's; null: nothing is kept
};

/// One sweep. Returns the indices of the points that stay, ascending. A point is removed when at least kCrowd points (itself
/// included) are within R2 of it, else when at most kLonely are within 2·R2. Exact versions act in index order, at once, and stop
/// as soon as fewer than kFewestChosen points are left; with kFewestChosen or fewer points a sweep does nothing. Throws Cancelled.
using DecimateFunction = std::vector<uint32_t> (*)(const DecimateInput&, const StageContext&);

inline constexpr uint32_t kCrowd = 4, kLonely = 2, kFewestChosen = 3;

}  // namespace arete
