// How long single kernels and copies take on a GPU, for experiments 3.12, 4.9 and 6.2. Medians in ms by the GPU's clock. No CUDA types here:
// a build without CUDA has these functions too and they throw Error(wrongUse) (compute/catalog/without_cuda.cpp).
#pragma once

#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/core/point_array.h"
#include "compute/core/point_cloud.h"

namespace arete {

/// The matrix of all pairs of `points` as decimate.cuda.distance_matrix makes it, by blocks of 32 × `rows` threads; rows: 1, 2, 4 … 32.
double cudaMatrixTime(const PointArray& points, double radius, uint32_t rows, int repeat, Device& gpu);

/// The first division of a cloud by tile.cuda.levels, with its parameters: counting the points of all cells and making their nodes.
double cudaDivisionTime(const PointCloud& cloud, const ParamValues& params, int repeat, Device& gpu);

struct CudaCopy {
  Layout to = Layout::row;
  int loadBytes = 16;  ///< 4, 8 or 16: what a thread reads or writes at a time; 0: the driver's plain copy of as many bytes, whatever the layout
  int repeat = 9;
};

/// Copying the points within the GPU's memory. Float coordinates, at most kMostCopiedDimension.
/// The copy is compared with the host's first. Throws Error(wrongUse) where it cannot, Error(internal) when the copy differs.
double cudaCopyTime(const PointArray& points, const CudaCopy& copy, Device& gpu);

inline constexpr int kMostCopiedDimension = 8;

}  // namespace arete
