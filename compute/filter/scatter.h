// An order of points that says nothing of how they were recorded.
#pragma once

#include <cstdint>
#include <stop_token>

#include "compute/core/large_vector.h"
#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"

namespace arete {

/// Sorts these points by a hash of their file coordinates as doubles (−0 is 0), then by the coordinates: so the order depends on the set of points
/// alone, not on their files or who read them. Equal points keep their order. Throws Cancelled. Memory while it runs: 24 bytes a point.
void scatter(const PointCloud& cloud, PointList& points, ThreadPool& threads, const std::stop_token& stop);

}  // namespace arete
