// Chooses the fixed-point scale of a cloud (compute/core/fixed_point.h).
#pragma once

#include "compute/core/fixed_point.h"
#include "compute/core/point_cloud.h"

namespace arete {

/// The largest power of two at which the sum of all the cloud's coordinates cannot overflow: 2^62 / (n · max |x|) for float
/// coordinates, 2^62 / max |x| for double ones. Depends on n and the largest coordinate only.
shared::FixedScale makeFixedScale(const PointCloud& cloud);

/// Throws Error(badInput), naming the point that lies farthest out, when means of coordinates would be coarser than R1 / 1024: a tenth of
/// the default move tolerance. One stray point at 1e30 does that, and everything else would silently collapse into one place.
void checkResolution(const PointCloud& cloud, double r1);

/// Whether checkResolution() lets this R1 pass: no door suggests one that it refuses.
bool resolves(const PointCloud& cloud, double r1);

/// Throws Error when distances of the cloud are out of its type's range (distance_range.h), which does not happen for clouds from files, or when the
/// square of a radius has too few digits in that type. A radius that is too large has no such error: its square is infinite, and every point within
/// it.
void checkDistances(const PointCloud& cloud, double r1, double r2);

}  // namespace arete
