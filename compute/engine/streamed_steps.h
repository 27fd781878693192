// The steps of chains on points that are never all in memory.
#pragma once

#include "compute/chains/paged/streamed_points.h"
#include "compute/engine/steps.h"

namespace arete {

/// Chooses and evolves as `points` does; decimates and joins by the job's versions. `cloud`: without points; it and the job must outlive the
/// steps.
std::unique_ptr<Steps> makeStreamedSteps(const PointCloud& cloud, const Job& job, std::shared_ptr<StreamedPoints> points);

}  // namespace arete
