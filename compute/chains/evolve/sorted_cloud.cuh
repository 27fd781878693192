// The cloud sorted once by space on the device: cells in key order, within a cell by Morton order, coordinate after coordinate. A cell is
// cut into strips of kStripPoints (what a warp takes at a time), a strip into packets of one point per lane. CUB's radix sort, selection and
// scan do what the thesis had to program itself. The host waits once, for the number of occupied cells.
#pragma once

#include "compute/chains/grid/cell_table.cuh"
#include "compute/chains/grid/device_grid.cuh"
#include "compute/core/point_cloud.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

inline constexpr uint32_t kPacketPoints = 32;
inline constexpr uint32_t kPacketsPerStrip = 4;
inline constexpr uint32_t kStripPoints = kPacketPoints * kPacketsPerStrip;

/// Consecutive points of one cell, from a multiple of kStripPoints within it.
struct Strip {
  uint32_t first, count, cell;
};

template <class T>
struct SortedCloud {
  /// The cloud must not be empty.
  SortedCloud(const PointCloud& cloud, double cellEdge, CudaDevice& device);
  /// Points on the device, at least one, and a grid over them, or over the cloud that they are a part of.
  SortedCloud(const DevicePoints<T>& points, const DeviceGrid& grid, CudaDevice& device);

  DeviceGrid grid;
  uint32_t count;
  int dimension;
  Buffer<T> coordinates;      // coordinate k of sorted point i: [k · count + i]
  Buffer<uint32_t> original;  // index among the points
  uint32_t cells = 0;
  CellTableMemory table;  // number of an occupied cell by its key
  Buffer<Strip> strips;   // as many as could be, by cells; the first *stripCount are
  Buffer<uint32_t> stripCount;

 private:
  template <class Key>
  void sort(const DevicePoints<T>& points, int morton, int bits, CudaDevice& device);
};

extern template struct SortedCloud<float>;
extern template struct SortedCloud<double>;

}  // namespace arete::cuda
