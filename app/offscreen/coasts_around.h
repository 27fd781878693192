// The coasts around a cloud, in its own coordinates.
#pragma once

#include <memory>

#include "compute/core/point_cloud.h"
#include "compute/crs/crs.h"
#include "render/coasts.h"

namespace arete {

/// Null where the coordinates are no known places on the earth, or the cloud is too small for coasts that are good for maps of the world.
/// `areDegrees`: so columns of the file are called, which counts where no system is known.
std::shared_ptr<const Coasts> coastsAround(const PointCloud& cloud, const Crs& crs, bool areDegrees);

}  // namespace arete
