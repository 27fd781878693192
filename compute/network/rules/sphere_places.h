// What has a place on the unit sphere of a network: all that is not at its centre, where rounding alone would decide a direction.
#pragma once

#include "compute/network/super_points/contract.h"

namespace arete {

/// Whether all of these points of space are.
bool areOnUnitSphere(const PointArray& points, const PointCloud::Origin& origin);

/// Throws Error(badInput) that names the first point at the centre of the sphere, which is the file's origin: with it something else is wrong, such
/// as a missing value. On a GPU the cloud comes to the host, unless its bounds tell. `first`: the number of its first point.
void checkDirections(const PointCloud& cloud, uint64_t first = 0);

/// Without super-points at the centre of a sphere, which are means of points from all sides; others as they are. Stages rely on it.
SuperPoints withDirections(SuperPoints points);

}  // namespace arete
