// What has a place on the unit sphere of a network: all that is not at its centre, where rounding alone would decide a direction.
#pragma once

#include "compute/network/super_points/contract.h"

namespace arete {

/// Throws Error(badInput) that names the first point at the centre of the sphere, which is the file's origin: with it something else is wrong, such
/// as a missing value. On a GPU the cloud comes to the host, unless its bounds tell.
void checkDirections(const PointCloud& cloud);

/// Without super-points at the centre of a sphere, which are means of points from all sides; others as they are. Stages rely on it.
SuperPoints withDirections(SuperPoints points);

}  // namespace arete
