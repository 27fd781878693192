// The chosen points on a grid of cell R1, as the kernels of choose.cuda.rounds see it.
//
// Where the box has few cells, each keeps the coordinates of the chosen points in it and around it, up to kRoom of them, so that a cloud
// point reads one list. Where it has many, or a list overflows, linked lists by cell are walked around the point; they are always there.
#pragma once

#include "compute/chains/grid/cell_table.cuh"
#include "compute/chains/grid/device_grid.cuh"
#include "compute/core/distance.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

template <class T>
struct ChosenGrid {
  static constexpr uint32_t kRoom = 24;  // points farther than R1 from each other in 3×3 cells of that size: hardly 12; in space more, rarely

  DevicePoints<T> cloud;
  DeviceGrid grid;
  uint32_t* nearCounts;  // by cell, including points that found no room; null: many cells
  T* near;               // kRoom points a cell, row layout
  uint32_t* heads;       // by cell; null: in `table`
  CellTable table;
  uint32_t* next;    // by number of the chosen point
  uint32_t* chosen;  // cloud indices, ascending
  T* coordinates;    // of the chosen points, row layout
  T reach;

  __device__ const T* point(uint32_t i) const { return cloud.data + size_t(i) * cloud.pointStride; }
  __device__ uint32_t head(uint64_t key) const { return heads != nullptr ? heads[key] : table.find(key); }

  /// `here`: coordinates of a point, `stride` apart; `other` in row layout.
  template <int D>
  __device__ bool reaches(const T* here, size_t stride, const T* other) const {
    return shared::squaredDistance(here, stride, other, 1, D > 0 ? D : cloud.dimension) <= reach;
  }
  template <int D>
  __device__ bool coveredInCell(const T* here, size_t stride, uint64_t key) const {
    for (uint32_t number = head(key); number != kNoEntry; number = next[number])
      if (reaches<D>(here, stride, coordinates + size_t(number) * uint32_t(cloud.dimension))) return true;
    return false;
  }
  /// Whether a point chosen so far is within R1 of the cloud's point i.
  template <int D>
  __device__ bool covers(uint32_t i) const {
    T registers[D > 0 ? D : 1];
    const T* here = point(i);
    size_t stride = cloud.coordinateStride;
    const DeviceCell cell = grid.cellOf(here, stride);
    if constexpr (D > 0) {
#pragma unroll
      for (int k = 0; k < D; ++k) registers[k] = here[k * stride];
      here = registers, stride = 1;
    }
    const uint64_t own = grid.key(cell);
    if (nearCounts != nullptr)
      if (const uint32_t count = nearCounts[own]; count <= kRoom) return coveredByNear<D>(here, stride, own, count);
    if (coveredInCell<D>(here, stride, own)) return true;
    for (uint32_t t = 0; t < kTouching; ++t)
      if (uint64_t key; grid.touching(cell, t, key) && key != own && coveredInCell<D>(here, stride, key)) return true;
    return false;
  }
  template <int D>
  __device__ bool coveredByNear(const T* here, size_t stride, uint64_t key, uint32_t count) const {
    constexpr uint32_t kAtOnce = 4;  // reads under way together
    const auto d = uint32_t(D > 0 ? D : cloud.dimension);
    const T* const list = near + key * kRoom * d;
    for (uint32_t first = 0; first < count; first += kAtOnce) {
      bool any = false;
#pragma unroll
      for (uint32_t e = 0; e < kAtOnce; ++e) any |= first + e < count && reaches<D>(here, stride, list + (first + e) * d);
      if (any) return true;
    }
    return false;
  }
  /// Does one of the kTouching parts of inserting a chosen point into the lists.
  __device__ void insert(uint32_t number, uint32_t part) const {
    const auto d = uint32_t(cloud.dimension);
    const T* const from = coordinates + size_t(number) * d;
    const DeviceCell cell = grid.cellOf(from, 1);
    uint64_t key;
    if (!grid.touching(cell, part, key)) return;
    if (nearCounts != nullptr)
      if (const uint32_t at = atomicAdd(nearCounts + key, 1u); at < kRoom)
        for (uint32_t k = 0; k < d; ++k) near[(key * kRoom + at) * d + k] = from[k];
    if (key == grid.key(cell)) next[number] = atomicExch(heads != nullptr ? heads + key : table.at(key), number);
  }
};

}  // namespace arete::cuda
