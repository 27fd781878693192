// Whether a cloud in space may show wires, alone or among other things, found out in little time.
#pragma once

#include <optional>

#include "compute/core/device.h"
#include "compute/core/point_cloud.h"
#include "compute/engine/job.h"

namespace arete {

struct WireSigns {
  /// Straight lines of points, the thinner the better, run through nearly all places: at three radii in a row, each half of the one before. Where it
  /// is not so, wires alone cannot explain the cloud; where it is so, something else may do so as well.
  bool alone = false;
  /// Lines run through hardly any place at four radii in a row, from this one on: the points are no curves and no tubes, but ground, roofs, crowns
  /// of trees; and maybe a few wires.
  std::optional<double> amongFrom;
};

/// Looks at few places at each of the radii that the search of R1 for wires begins with, by the job's versions. Throws Cancelled.
WireSigns wireSigns(const PointCloud& cloud, const Job& job, const StageContext& context);

}  // namespace arete
