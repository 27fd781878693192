// The cloud sorted once by space: cells of kCellEdge · R1 in key order, within a cell by Morton order, coordinate after coordinate.
// A cell is cut into strips (what a thread takes at a time), a strip into packets (points that are looked at together).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compute/chains/grid/cell_grid.h"
#include "compute/core/buffer.h"
#include "compute/core/cell_table.h"
#include "compute/core/device.h"
#include "compute/core/grid_shape.h"
#include "compute/core/point_cloud.h"

namespace arete::cpu {

inline constexpr uint32_t kPacketPoints = 16;   // one AVX-512 register of floats
inline constexpr uint32_t kStripPoints = 1024;  // a few microseconds of work

/// Consecutive points of one cell, from a multiple of kStripPoints within it.
struct Strip {
  uint32_t first, count;
  uint32_t cell;
  uint32_t firstPacket;
};

template <class T>
class SortedCloud {
 public:
  SortedCloud(const PointCloud& cloud, double cellEdge, const StageContext& context);
  /// On the grid of a cloud that these are a part of. `own`: only these of the points.
  SortedCloud(const GridShape& shape, int dimension, bool isPart = false);  ///< without points: see append()
  SortedCloud(const PointsView<T>& points, const GridShape& shape, std::optional<std::span<const uint32_t>> own, const StageContext& context);

  /// Takes over these cells of `next`, on the same grid and with higher keys, with their strips, behind those that are here; but not their points,
  /// which then are somewhere else (strip_source.h).
  void append(const SortedCloud& next, uint32_t firstCell, uint32_t endCell);
  /// A cell with so many points that are somewhere else, behind those that are here: with a higher key.
  void append(uint64_t key, uint32_t points);
  uint32_t pointsIn(uint32_t cell) const {
    const Strip& last = strips_[cellFirstStrip_[cell + 1] - 1];
    return last.first + last.count - strips_[cellFirstStrip_[cell]].first;
  }

  const CellGrid& grid() const { return grid_; }
  uint32_t size() const { return count_; }
  int dimension() const { return dimension_; }
  /// Coordinate k of sorted point i is coordinates()[k · stride() + i]; kPacketPoints elements may be read from any point on.
  const T* coordinates() const { return coordinates_.data(); }
  size_t stride() const { return stride_; }
  uint32_t original(size_t i) const { return original_[i]; }  ///< index in the cloud of sorted point i

  uint32_t cells() const { return uint32_t(cellKeys_.size()); }
  uint64_t cellKey(uint32_t cell) const { return cellKeys_[cell]; }  ///< ascending
  /// The number of an occupied cell by its key, CellTable::kNone when no point is in it.
  uint32_t findCell(uint64_t key) const { return table_.find(key); }
  const std::vector<Strip>& strips() const { return strips_; }
  uint32_t firstStrip(uint32_t cell) const { return cellFirstStrip_[cell]; }  ///< also for cell = cells(): the end
  uint32_t packets() const { return packets_; }

 private:
  template <class Key>
  void sort(const PointsView<T>& points, const std::optional<std::span<const uint32_t>>& own, int morton, int bits, const StageContext& context);
  void addCell(uint64_t key, uint32_t first, uint32_t end);

  CellGrid grid_;
  uint32_t count_;
  int dimension_;
  size_t stride_;
  Buffer<T> coordinates_;
  Buffer<uint32_t> original_;
  CellTable table_;
  std::vector<Strip> strips_;
  std::vector<uint64_t> cellKeys_;
  std::vector<uint32_t> cellFirstStrip_{0};
  uint32_t packets_ = 0;
};

}  // namespace arete::cpu
