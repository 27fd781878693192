// The part of the unit sphere that a cloud covers at most.
#pragma once

#include "compute/core/point_cloud.h"

namespace arete {

/// Area in steradians of the unit sphere around zero within these bounds of three coordinates, to about a hundredth of it; 0 where they do not meet.
double areaOnUnitSphere(const Bounds& bounds);

}  // namespace arete
