// Coordinates for text: as few digits as say which one is meant.
#pragma once

#include "compute/core/point_cloud.h"

namespace arete {

/// The file coordinate of a local one: the number of fewest decimal digits from which reading makes the same local coordinate in the same type again,
/// where it takes the same origin. A float −0.07 is −0.07, not −0.070000000298. Of a double cloud it is the sum.
double shortCoordinate(Scalar scalar, double local, double origin);

/// Whether the points are given the same origin and type when they are read from short coordinates as from exact ones.
bool shortIsReadAlike(const PointArray& points, const PointCloud::Origin& origin);

}  // namespace arete
