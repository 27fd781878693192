// Coordinates for text: the fewest digits that identify them.
#pragma once

#include "compute/core/point_cloud.h"

namespace arete {

/// The file coordinate of a local one: the number with the fewest decimals that is read as the same local coordinate in the same type,
/// if the origin is the same. A float −0.07 gives −0.07, not −0.070000000298. For a double cloud it is the sum.
double shortCoordinate(Scalar scalar, double local, double origin);

/// Whether reading short coordinates gives the points the same origin and type as reading exact ones.
bool shortIsReadAlike(const PointArray& points, const PointCloud::Origin& origin);

}  // namespace arete
