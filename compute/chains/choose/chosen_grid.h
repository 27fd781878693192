// The chosen points by grid cells of R1, for the one question that choosing asks again and again: is this point covered by one of them? Where the
// points come from is somebody else's business.
#pragma once

#include <vector>

#include "compute/chains/grid/bounded_distance.h"
#include "compute/chains/grid/cell_grid.h"
#include "compute/core/cell_table.h"

namespace arete::cpu {

/// D: the dimension, or 0 for one known at run time.
template <class T, int D>
class ChosenGrid {
 public:
  /// Edge of the grid's cells.
  static double edge(double r1) { return r1 * (1 + 2 * CellGrid::kSlack); }

  /// `points`: about how many will ask. Where the box has fewer cells, each chosen point is put into all cells that it touches, so that a point
  /// looks into one list; else into its own cell only, and a point looks into the cells around.
  ChosenGrid(const CellGrid& grid, double r1, int dimension, size_t points)
      : dimension_(D > 0 ? D : size_t(dimension)),
        reach_(shared::squaredRadius<T>(r1)),
        grid_(grid),
        spread_(grid_.cells() <= std::max<size_t>(kSmallBox, points / kPointsPerCell)),
        heads_(grid_.cells(), spread_ ? size_t(grid_.cells()) : 0) {}

  /// Whether a chosen point lies within R1 of this one. `stride` as in PointsView::coordinateStride.
  bool covers(const T* point, size_t stride) const {
    const Cell cell = grid_.cellOf(point, stride);
    if (spread_) return coversIn(heads_.find(grid_.key(cell)), point, stride);
    bool found = false;
    grid_.forEachTouching(cell, [&](uint64_t key) { found = found || coversIn(heads_.find(key), point, stride); });
    return found;
  }

  void add(const T* point, size_t stride) {
    const Cell cell = grid_.cellOf(point, stride);
    const auto addTo = [&](uint64_t key) {
      uint32_t& head = heads_.at(key);
      next_.push_back(head);
      head = uint32_t(next_.size() - 1);
      for (int k = 0; k < dimension(); ++k) coordinates_.push_back(point[size_t(k) * stride]);
    };
    if (spread_) grid_.forEachTouching(cell, addTo);
    else addTo(grid_.key(cell));
  }

 private:
  static constexpr size_t kSmallBox = 1 << 17, kPointsPerCell = 8;
  static constexpr uint32_t kNone = CellTable::kNone;

  int dimension() const { return D > 0 ? D : int(dimension_); }

  bool coversIn(uint32_t node, const T* point, size_t stride) const {
    for (; node != kNone; node = next_[node]) {
      const T* const chosen = &coordinates_[size_t(node) * dimension_];
      if (boundedSquaredDistance(point, stride, chosen, 1, dimension(), reach_) <= reach_) return true;
    }
    return false;
  }

  const size_t dimension_;
  const T reach_;
  const CellGrid grid_;
  const bool spread_;           // chosen points are in the lists of all cells that they touch
  CellTable heads_;             // first node of each cell's list
  std::vector<uint32_t> next_;  // by node
  std::vector<T> coordinates_;  // by node, row layout
};

}  // namespace arete::cpu
