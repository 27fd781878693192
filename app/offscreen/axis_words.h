// What the axes of a cloud are called, from its coordinate system and the columns of its file.
#pragma once

#include "compute/crs/crs.h"
#include "render/overlay.h"

namespace arete {

/// Degrees are longitude and latitude. Where nothing is known of the system there are letters without units. `areDegrees`: so columns of the file are
/// called, which counts where no system is known.
AxisWords axisWordsOf(const Crs& crs, bool areDegrees);

}  // namespace arete
