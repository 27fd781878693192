// Points to grid cells such that two points within `reach` of each other always lie in the same or in touching cells.
//
// The grid covers at most three axes, those along which the points spread the most: 3^3 touching cells stay affordable for any number of
// dimensions, and the distance along some axes is never more than the whole distance, so nothing within reach is missed.
// Along an axis the cell is clamp(floor((x − origin)/edge), 0, count − 1). That is monotone in x, and for two coordinates at most `reach`
// apart the unclamped numbers differ by at most 1: edge is longer than reach by at least kSlack, count ≤ 2^20, so rounding in double
// (a few 2^-53 · 2^20 cells) is far below what is left. Clamping never drives two numbers apart. So points far outside the box, such as
// one outlier at 1e30, need no cells of their own: they share those at the border.
#pragma once

#include <array>
#include <cstdint>

#include "compute/core/grid_shape.h"
#include "compute/core/point_cloud.h"

namespace arete::cpu {

inline constexpr int kGridAxes = 3;

struct Cell {
  std::array<uint32_t, kGridAxes> at{};
  friend bool operator==(const Cell&, const Cell&) = default;
};

class CellGrid {
 public:
  static constexpr double kSlack = 1.0 / 1024;         ///< an edge is at least (1 + kSlack) times the reach
  static constexpr uint32_t kLargestCount = 1u << 20;  ///< cells per axis

  CellGrid() = default;
  explicit CellGrid(const GridShape& shape)
      : axes_(shape.axes), axis_(shape.axis), origin_(shape.origin), last_(shape.last), count_(shape.count), inverseEdge_(shape.inverseEdge) {}
  /// A grid of cells `edge` long (longer along an axis that would have more than kLargestCount of them) whose box holds the bulk of the
  /// points, estimated from a sample. `bounds`: of the points where they are known already, else they are computed.
  template <class T>
  CellGrid(const PointsView<T>& points, double edge, const Bounds* bounds = nullptr);

  /// Whether radii can be compared in T without the squares of what is compared leaving the normal range, so that the margins and
  /// neighbourhoods hold. Other radii are left to the reference versions.
  template <class T>
  static bool suits(double radius);

  int axes() const { return axes_; }
  uint64_t cells() const { return uint64_t(count_[0]) * count_[1] * count_[2]; }

  /// Coordinates of `point` in cells, clamped into the box; `stride` as in PointsView::coordinateStride.
  template <class T>
  std::array<double, kGridAxes> locate(const T* point, size_t stride) const {
    std::array<double, kGridAxes> position{};
    for (int a = 0; a < axes_; ++a) {
      const double x = (double(point[size_t(axis_[a]) * stride]) - origin_[a]) * inverseEdge_[a];
      const double low = x > 0 ? x : 0;
      position[a] = low < last_[a] ? low : last_[a];
    }
    return position;
  }
  template <class T>
  Cell cellOf(const T* point, size_t stride) const {
    const auto position = locate(point, stride);
    return {{uint32_t(position[0]), uint32_t(position[1]), uint32_t(position[2])}};
  }
  uint64_t key(const Cell& cell) const { return cell.at[0] + uint64_t(count_[0]) * (cell.at[1] + uint64_t(count_[1]) * cell.at[2]); }
  Cell cell(uint64_t key) const {
    const uint64_t rest = key / count_[0];
    return {{uint32_t(key % count_[0]), uint32_t(rest % count_[1]), uint32_t(rest / count_[1])}};
  }

  static constexpr size_t kTouchingRows = 9;  ///< rows of cells along the first axis

  /// Calls visit(row, first key, last key) for the rows of cells that touch the cell, itself included, keys ascending. `row` < kTouchingRows
  /// says where the row lies relative to the cell.
  template <class Visit>
  void forEachTouchingRow(const Cell& cell, const Visit& visit) const {
    std::array<uint32_t, kGridAxes> low, high;
    for (int a = 0; a < kGridAxes; ++a) {
      low[a] = cell.at[a] > 0 ? cell.at[a] - 1 : 0;
      high[a] = cell.at[a] + 1 < count_[a] ? cell.at[a] + 1 : cell.at[a];
    }
    for (uint32_t z = low[2]; z <= high[2]; ++z)
      for (uint32_t y = low[1]; y <= high[1]; ++y)
        visit(size_t(3 * (z + 1 - cell.at[2]) + (y + 1 - cell.at[1])), key({{low[0], y, z}}), key({{high[0], y, z}}));
  }
  /// Calls visit(key) for the cell itself and every cell that touches it, keys ascending.
  template <class Visit>
  void forEachTouching(const Cell& cell, const Visit& visit) const {
    forEachTouchingRow(cell, [&](size_t, uint64_t first, uint64_t last) {
      for (uint64_t key = first; key <= last; ++key) visit(key);
    });
  }

 private:
  int axes_ = 0;
  std::array<int, kGridAxes> axis_{};
  std::array<double, kGridAxes> origin_{};
  std::array<double, kGridAxes> last_{};  // largest clamped position
  std::array<uint32_t, kGridAxes> count_{1, 1, 1};
  std::array<double, kGridAxes> inverseEdge_{};
};

}  // namespace arete::cpu
