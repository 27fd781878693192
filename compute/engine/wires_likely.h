// Whether a cloud in space may show wires, found out in little time.
#pragma once

#include "compute/core/device.h"
#include "compute/core/point_cloud.h"
#include "compute/engine/job.h"

namespace arete {

/// Whether straight lines of points, the thinner the better, run through nearly all places: at three radii in a row, each half of the one before, of
/// those that the search of R1 for wires begins with. At every radius few places are looked at, by the job's versions. Where it is not so, wires
/// cannot explain the cloud; where it is so, something else may do so as well. Throws Cancelled.
bool wiresLikely(const PointCloud& cloud, const Job& job, const StageContext& context);

}  // namespace arete
