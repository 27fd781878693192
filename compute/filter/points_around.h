// How many points lie around a piece of curve, and how widely.
#pragma once

#include <cstdint>
#include <stop_token>

#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"
#include "compute/filter/filter.h"

namespace arete {

struct PointsAround {
  uint64_t points = 0;  ///< within reach of it
  double width = 0;     ///< root mean square of their distances from it, cloud units; 0 without points
};

/// Of a tube of the cloud's dimension. The same for any number of threads. Throws Cancelled.
PointsAround pointsAround(const PointCloud& cloud, const FilterTube& tube, ThreadPool& threads, std::stop_token stop = {});

}  // namespace arete
