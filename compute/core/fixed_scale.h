// Chooses the fixed-point scale of a cloud (compute/shared/fixed_point.h).
#pragma once

#include "compute/core/point_cloud.h"
#include "compute/shared/fixed_point.h"

namespace arete {

/// The largest power of two at which the sum of all the cloud's coordinates cannot overflow: 2^62 / (n · max |x|) for float
/// coordinates, 2^62 / max |x| for double ones. Depends on n and the largest coordinate only.
shared::FixedScale makeFixedScale(const PointCloud& cloud);

}  // namespace arete
