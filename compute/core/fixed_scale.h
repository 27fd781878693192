// Chooses the fixed-point scale of a cloud (compute/shared/fixed_point.h).
#pragma once

#include "compute/core/point_cloud.h"
#include "compute/shared/fixed_point.h"

namespace arete {

/// The largest power of two at which the sum of all the cloud's coordinates cannot overflow: 2^62 / (n · max |x|) for float
/// coordinates, 2^62 / max |x| for double ones. Depends on n and the largest coordinate only.
shared::FixedScale makeFixedScale(const PointCloud& cloud);

/// Throws Error(badInput), naming the point that lies farthest out, when means of coordinates would be coarser than R1 / 1024: a tenth of
/// the default move tolerance. One stray point at 1e30 does that, and everything else would silently fall together in one place.
void checkResolution(const PointCloud& cloud, double r1);

}  // namespace arete
