// The cloud sorted once by space on the device: cells in key order, within a cell by Morton order, coordinate after coordinate. A cell is
// cut into strips of kStripPoints (what a block takes at a time), a strip into tiles of one warp. CUB's radix sort and selection do what
// the thesis had to write itself.
#pragma once

#include "compute/core/point_cloud.h"
#include "compute/cuda/cuda_device.h"
#include "compute/cuda/grid/cell_table.cuh"
#include "compute/cuda/grid/device_grid.h"

namespace arete::cuda {

inline constexpr uint32_t kTilePoints = 32;
inline constexpr uint32_t kTilesPerStrip = 4;
inline constexpr uint32_t kStripPoints = kTilePoints * kTilesPerStrip;

/// Consecutive points of one cell, from a multiple of kStripPoints within it.
struct Strip {
  uint32_t first, count, cell;
  bool firstOfCell;
};

template <class T>
struct SortedCloud {
  /// The cloud must not be empty.
  SortedCloud(const PointCloud& cloud, double cellEdge, CudaDevice& device);

  DeviceGrid grid;
  uint32_t count;
  int dimension;
  Buffer<T> coordinates;      // coordinate k of sorted point i: [k · count + i]
  Buffer<uint32_t> original;  // index in the cloud
  CellTableMemory table;      // number of an occupied cell by its key
  Buffer<uint64_t> cellKeys;  // by number
  uint32_t cells = 0;
  std::vector<Strip> hostStrips;
  Buffer<Strip> strips;
};

extern template struct SortedCloud<float>;
extern template struct SortedCloud<double>;

}  // namespace arete::cuda
