// The one door before all writers of coordinates and lengths: a file with "inf" or "nan" in it is wrong for whoever reads it.
#pragma once

#include <stop_token>
#include <string_view>

#include "compute/core/curve.h"
#include "compute/core/point_cloud.h"

namespace arete::write {

/// What was to be written, and where: as in Error.
struct Written {
  std::string_view what, where;
  std::string_view each = "node";
};

/// Throws Error(badInput) with the number of the first point whose file coordinates are not all finite; Cancelled.
void checkFinite(const PointArray& points, const PointCloud::Origin& origin, const Written& written, const std::stop_token& stop = {});
/// The same of nodes, and of the lengths of edges.
void checkFinite(const Curve& curve, const PointCloud::Origin& origin, const Written& written);

}  // namespace arete::write
