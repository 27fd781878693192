// One point a cell.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"

namespace arete {

/// Of the points that `kept` has, in each cell of a grid of this width the first stays, the others get 0. Cells are counted from the zero of the
/// file's coordinates, so that tiles of one survey have the same. Memory: 12 bytes a kept point.
void keepFirstInCells(const PointCloud& cloud, double width, std::vector<uint8_t>& kept, ThreadPool& threads, const std::stop_token& stop);

}  // namespace arete
