// How long single kernels take: what experiments 3.12 and 4.9 ask. ms by the GPU's clock, medians.
#pragma once

#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/core/point_cloud.h"

namespace arete {

/// The matrix of all pairs of `points` as decimate.cuda.distance_matrix makes it, by blocks of 32 × `rows` threads; rows: 1, 2, 4 … 32.
double cudaMatrixTime(const PointArray& points, double radius, uint32_t rows, int repeat, Device& gpu);

/// The first division of a cloud by tile.cuda.levels, with its parameters: counting the points of all cells and making their nodes.
double cudaDivisionTime(const PointCloud& cloud, const ParamValues& params, int repeat, Device& gpu);

}  // namespace arete
