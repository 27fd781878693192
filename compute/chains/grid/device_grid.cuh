// Points to grid cells on the device: two points within `reach` of each other always lie in the same or in touching cells.
//
// At most three axes are gridded, those along which the points spread the most. Along an axis the cell is clamp(floor((x − origin)/edge),
// 0, count − 1): monotone in x, and for two coordinates at most `reach` apart the unclamped numbers differ by at most 1, as the edge is
// longer than reach by at least 1/1024 and there are at most 2^20 cells (rounding in double is far below what is left). Where the bulk of
// the points is wider than that, cells are longer. Clamping never drives two numbers apart, so an outlier at 1e30 shares the border cell.
// Occupied cells are found by hash (cell_table.cuh): how many empty cells the box has does not matter.
#pragma once

#include <cstdint>

#include "compute/core/grid_shape.h"
#include "compute/core/host_device.h"

namespace arete::cuda {

inline constexpr int kGridAxes = GridShape::kAxes;
inline constexpr uint32_t kTouching = 27;  // a cell and those that touch it

struct DeviceCell {
  uint32_t at[kGridAxes];
};

struct DeviceGrid {
  static constexpr uint32_t kLargestCount = GridShape::kLargestCount;

  int axes = 0;
  int axis[kGridAxes]{};
  double origin[kGridAxes]{};
  double last[kGridAxes]{};  // largest clamped position
  uint32_t count[kGridAxes]{1, 1, 1};
  double inverseEdge[kGridAxes]{};

  /// Position in cells of a coordinate along gridded axis a, clamped into the box.
  ARETE_HD double along(double coordinate, int a) const {
    const double x = (coordinate - origin[a]) * inverseEdge[a];
    const double low = x > 0 ? x : 0;
    return low < last[a] ? low : last[a];
  }
  template <class T>
  ARETE_HD double locate(const T* point, size_t stride, int a) const {
    return along(double(point[size_t(axis[a]) * stride]), a);
  }
  template <class T>
  ARETE_HD DeviceCell cellOf(const T* point, size_t stride) const {
    DeviceCell cell{};
    for (int a = 0; a < axes; ++a) cell.at[a] = uint32_t(locate(point, stride, a));
    return cell;
  }
  ARETE_HD uint64_t key(const DeviceCell& cell) const { return cell.at[0] + uint64_t(count[0]) * (cell.at[1] + uint64_t(count[1]) * cell.at[2]); }
  ARETE_HD DeviceCell cell(uint64_t key) const {
    const uint64_t rest = key / count[0];
    return {{uint32_t(key % count[0]), uint32_t(rest % count[1]), uint32_t(rest / count[1])}};
  }
  uint64_t cells() const { return uint64_t(count[0]) * count[1] * count[2]; }

  /// The key of the i-th (below kTouching) cell around `cell`; false when it is outside the box.
  ARETE_HD bool touching(const DeviceCell& cell, uint32_t i, uint64_t& key) const {
    DeviceCell other{};
    for (int a = 0; a < kGridAxes; ++a, i /= 3) {
      other.at[a] = cell.at[a] + i % 3 - 1;  // wraps below 0 to a number that is not below count
      if (other.at[a] >= count[a]) return false;
    }
    key = this->key(other);
    return true;
  }
};

/// A grid over the bulk of the points; there must be at least one. `bounds`: where they are known already.
template <class T>
DeviceGrid makeGrid(const PointsView<T>& points, double edge, const Bounds* bounds = nullptr);
DeviceGrid makeGrid(const PointCloud& cloud, double edge);

}  // namespace arete::cuda
