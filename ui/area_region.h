// An outline drawn on the picture as a region of a filter: what lies behind it, seen from where the camera stands.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/filter/region.h"
#include "render/view.h"

namespace arete {

/// Corners in device pixels, y down. `name`: what reports call it.
Region regionBehind(const std::vector<std::array<double, 2>>& outline, const View& view, const Viewport& viewport, const PointCloud& cloud, bool keep,
                    std::string name);

}  // namespace arete
