// Places in rows, for balls of about one size: rows of cells along the last axis, each in the order of this axis. A ball is a few runs of places that
// follow each other in memory, cut off where the ball's chord ends, so that few places outside are looked at, and registers of them at a time.
//
// Rows are as wide as half of the smallest ball's radius; along a row cells are shorter. Only what is occupied is stored: rows in the order of their
// cells, in space the columns that they stand in, so that a row is found by binary search, and a run within it as well.
// Memory: 40 bytes a place in the plane, 48 in space. Cost: a radix sort; a look is 5 binary searches in the plane, 30 in space.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/cpu/grid/buffer.h"
#include "compute/shared/vector3.h"

namespace arete::cpu {

/// Places that follow each other in the order of a RowGrid.
struct Run {
  uint32_t begin, end;
};

/// Coordinates and weights in the order of a RowGrid. What follows the last place may be read, a register of it.
struct RowPlaces {
  const double *x, *y, *z, *weight;  ///< z: nullptr in the plane
};

class RowGrid {
 public:
  /// For balls of radius `smallest` > 0 or more. `weights`: one a place, or none, which is 1 each.
  RowGrid(std::span<const shared::Vector3> places, std::span<const int64_t> weights, int dimension, double smallest, const StageContext& context);

  int dimension() const { return dimension_; }
  RowPlaces places() const { return {x_.data(), y_.data(), dimension_ == 3 ? z_.data() : nullptr, weight_.data()}; }
  uint32_t index(uint32_t at) const { return index_[at]; }  ///< of the place in the list that the grid was made of
  shared::Vector3 place(uint32_t at) const { return {x_[at], y_[at], dimension_ == 3 ? z_[at] : 0}; }
  double weight(uint32_t at) const { return weight_[at]; }

  /// Calls visit(run) for runs that hold every place within `radius` of `centre`, and others nearby, until it returns true.
  template <class Visit>
  void visitRuns(const shared::Vector3& centre, double radius, Visit&& visit) const;

  /// Calls visit(index, squared distance) for every place whose squared distance is at most radius².
  template <class Visit>
  void visitBall(const shared::Vector3& centre, double radius, Visit&& visit) const {
    const double reach = radius * radius;
    visitRuns(centre, radius, [&](Run run) {
      for (uint32_t at = run.begin; at < run.end; ++at) {
        const double squared = squaredDistance(place(at), centre);
        if (squared <= reach) visit(index_[at], squared);
      }
      return false;
    });
  }

 private:
  // Cells of one axis: floor((coordinate - minimum) / side). Places and balls are rounded by less than 2^-20 of a cell, so none is missed that is not
  // farther from a ball than this share of one.
  static constexpr double kSlack = 0x1p-10;
  struct Axis {
    int axis = 0;
    double minimum = 0, side = 1, last = 0;  // last: the greatest cell

    uint32_t cell(double coordinate) const { return uint32_t(std::clamp((coordinate - minimum) / side, 0.0, last)); }
    uint32_t firstWithin(double relative, double reach) const { return uint32_t(std::clamp((relative - reach) / side - kSlack, 0.0, last)); }
    /// Below the first where none is.
    int64_t lastWithin(double relative, double reach) const {
      const double at = (relative + reach) / side + kSlack;
      return at < 0 ? -1 : int64_t(std::min(at, last));
    }
    /// How far a cell is from a coordinate, less the slack.
    double gap(uint32_t cell, double relative) const {
      const double low = double(cell) * side, most = std::max(low - relative, relative - (low + side)) - kSlack * side;
      return std::max(most, 0.0);
    }
  };

  void layOut(std::span<const shared::Vector3> places, double smallest);
  void sort(std::span<const shared::Vector3> places, std::span<const int64_t> weights, const StageContext& context);
  template <class Visit>
  bool visitRow(uint32_t row, double along, double chord, Visit&& visit) const;

  int dimension_;
  Axis column_, row_, along_;  // in the plane there is one column
  int columnBits_ = 0, rowBits_ = 0, alongBits_ = 0;
  Buffer<double> x_, y_, z_, weight_;
  Buffer<uint32_t> index_, alongCell_;
  std::vector<uint32_t> columnCells_, columnStarts_;  // starts: among rows, and one more
  std::vector<uint32_t> rowCells_, rowStarts_;        // starts: among places, and one more
};

template <class Visit>
bool RowGrid::visitRow(uint32_t row, double along, double chord, Visit&& visit) const {
  const uint32_t first = along_.firstWithin(along, chord);
  const int64_t last = along_.lastWithin(along, chord);
  const uint32_t *const begin = alongCell_.data() + rowStarts_[row], *const end = alongCell_.data() + rowStarts_[row + 1];
  const uint32_t* const from = std::lower_bound(begin, end, first);
  const uint32_t* to = from;
  for (ptrdiff_t step = 4; to < end && *to <= last;) {  // in leaps, then exactly
    if (end - to <= step || to[step] > last) {
      to = std::upper_bound(to, end - to <= step ? end : to + step, uint32_t(last));
      break;
    }
    to += step, step *= 2;
  }
  return from < to && visit(Run{uint32_t(from - alongCell_.data()), uint32_t(to - alongCell_.data())});
}

template <class Visit>
void RowGrid::visitRuns(const shared::Vector3& centre, double radius, Visit&& visit) const {
  const double across = centre[column_.axis] - column_.minimum, beside = centre[row_.axis] - row_.minimum,
               along = centre[along_.axis] - along_.minimum, reach = radius * radius;
  size_t column = 0;
  int64_t lastColumn = 0;
  if (dimension_ == 3) {
    column = size_t(std::lower_bound(columnCells_.begin(), columnCells_.end(), column_.firstWithin(across, radius)) - columnCells_.begin());
    lastColumn = column_.lastWithin(across, radius);
  }
  for (; column < columnCells_.size() && columnCells_[column] <= lastColumn; ++column) {
    const double away = dimension_ == 3 ? column_.gap(columnCells_[column], across) : 0, left = reach - away * away;
    if (left < 0) continue;
    const double half = std::sqrt(left);
    const uint32_t *const rows = rowCells_.data(), *const end = rows + columnStarts_[column + 1];
    const int64_t lastRow = row_.lastWithin(beside, half);
    for (const uint32_t* row = std::lower_bound(rows + columnStarts_[column], end, row_.firstWithin(beside, half)); row < end && *row <= lastRow;
         ++row) {
      const double gap = row_.gap(*row, beside), rest = left - gap * gap;
      if (rest >= 0 && visitRow(uint32_t(row - rows), along, std::sqrt(rest), visit)) return;
    }
  }
}

}  // namespace arete::cpu
