// The chosen points on a grid of cell R1, as the kernels of choose.cuda.rounds see it.
//
// Where the box has few cells, each keeps the numbers of the chosen points in it and around it, up to kRoom of them, so that a cloud point
// reads one list. Where it has many, or a list overflows, linked lists by cell are walked around the point; they are always there.
#pragma once

#include "compute/cuda/cuda_device.h"
#include "compute/cuda/grid/cell_table.cuh"
#include "compute/cuda/grid/device_grid.h"
#include "compute/shared/distance.h"

namespace arete::cuda {

template <class T>
struct ChosenGrid {
  static constexpr uint32_t kRoom = 24;  // points farther than R1 from each other in 3×3 cells of that size: hardly 12; in space more, rarely

  DevicePoints<T> cloud;
  DeviceGrid grid;
  uint32_t* nearCounts;  // by cell, also those that found no room; null: many cells
  uint32_t* near;        // kRoom a cell
  uint32_t* heads;       // by cell; null: in `table`
  CellTable table;
  uint32_t* next;    // by number of the chosen point
  uint32_t* chosen;  // cloud indices, ascending
  T* coordinates;    // of the chosen points, row layout
  uint32_t* chosenCount;
  T reach;

  __device__ uint32_t head(uint64_t key) const { return heads != nullptr ? heads[key] : table.find(key); }

  template <int D>
  __device__ bool reaches(const T* here, uint32_t number) const {
    const int d = D > 0 ? D : cloud.dimension;
    return shared::squaredDistance(here, D > 0 ? 1 : cloud.coordinateStride, coordinates + size_t(number) * uint32_t(d), 1, d) <= reach;
  }
  template <int D>
  __device__ bool coveredInCell(const T* here, uint64_t key) const {
    for (uint32_t number = head(key); number != kNoEntry; number = next[number])
      if (reaches<D>(here, number)) return true;
    return false;
  }
  /// Whether a point chosen so far is within R1 of the cloud's point i.
  template <int D>
  __device__ bool covers(uint32_t i) const {
    const T* const point = cloud.data + size_t(i) * cloud.pointStride;
    T registers[D > 0 ? D : 1];
    const T* here = point;
    if constexpr (D > 0) {
#pragma unroll
      for (int k = 0; k < D; ++k) registers[k] = point[k * cloud.coordinateStride];
      here = registers;
    }
    const DeviceCell cell = grid.cellOf(point, cloud.coordinateStride);
    const uint64_t own = grid.key(cell);
    if (nearCounts != nullptr)
      if (const uint32_t count = nearCounts[own]; count <= kRoom) {
        for (uint32_t e = 0; e < count; ++e)
          if (reaches<D>(here, near[own * kRoom + e])) return true;
        return false;
      }
    if (coveredInCell<D>(here, own)) return true;
    for (uint32_t t = 0; t < kTouching; ++t)
      if (uint64_t key; grid.touching(cell, t, key) && key != own && coveredInCell<D>(here, key)) return true;
    return false;
  }
  /// One of kTouching parts of putting a chosen point into the lists.
  __device__ void insert(uint32_t number, uint32_t part) const {
    const DeviceCell cell = grid.cellOf(coordinates + size_t(number) * uint32_t(cloud.dimension), 1);
    uint64_t key;
    if (!grid.touching(cell, part, key)) return;
    if (nearCounts != nullptr)
      if (const uint32_t at = atomicAdd(nearCounts + key, 1u); at < kRoom) near[key * kRoom + at] = number;
    if (key == grid.key(cell)) next[number] = atomicExch(heads != nullptr ? heads + key : table.at(key), number);
  }
};

}  // namespace arete::cuda
