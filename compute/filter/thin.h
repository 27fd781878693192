// One point a cell.
#pragma once

#include <cstdint>
#include <stop_token>

#include "compute/core/large_vector.h"
#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"

namespace arete {

/// Of these points, in their order, in each cell of a grid of this width the first stays, the others go. Cells are counted from the zero of the
/// file's coordinates, so that tiles of one survey have the same. Memory: 9 bytes a point and 8 a cell.
void takeFirstInCells(const PointCloud& cloud, double width, PointList& points, ThreadPool& threads, const std::stop_token& stop);

}  // namespace arete
