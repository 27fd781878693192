// What the axes of a cloud are called, from the coordinate system and the columns of its file.
#pragma once

#include "compute/io/read_cloud.h"
#include "render/overlay.h"

namespace arete {

/// Degrees are longitude and latitude. Where nothing is known of the system there are letters without units.
AxisWords axisWordsOf(const CloudFile& file);

}  // namespace arete
