// What a user should know of the points that were read, before they are computed with.
#pragma once

#include "compute/io/read_cloud.h"

namespace arete {

/// Adds warnings: of points far away from all others, and of a place at which many points are one. With the number of a row where all rows of the
/// files are points of the cloud or among those that were left out (`unfiltered`).
void tellOddPoints(bool unfiltered, CloudFile& file);

}  // namespace arete
