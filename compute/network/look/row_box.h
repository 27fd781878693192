// Rows of places (compute/network/look/row_view.h) where many threads look into balls at once: every row that a ball touches has a number, and its
// run of places is found without the rows before it. So threads take rows, not balls. Found by binary search among the keys of all places, or of
// those of a row where it is known where each begins.
#pragma once

#include "compute/network/look/row_view.h"

namespace arete::shared {

/// Places in the order of their keys, `layout.key(place)`.
struct RowsView {
  RowLayout layout;
  RowPlaces places;
  const uint32_t* index;   ///< index of each place in the list that the rows were made from
  const uint64_t* keys;    ///< ascending
  const uint32_t* starts;  ///< where each row of the box begins, and one more; nullptr: not known, as the box has very many rows
  uint32_t count;

  template <int D>
  ARETE_HD Vector3 place(uint32_t at) const {
    return {places.x[at], places.y[at], D == 3 ? places.z[at] : 0};
  }
  /// The first of those from `from` to below `to` whose key is at least `wanted`, or `to`.
  ARETE_HD uint32_t firstKey(uint64_t wanted, uint32_t from, uint32_t to) const {
    while (from < to) {
      const uint32_t middle = from + (to - from) / 2;
      if (keys[middle] < wanted) from = middle + 1;
      else to = middle;
    }
    return from;
  }
  /// The run of a row within half a chord of a coordinate, relative to the minimum.
  ARETE_HD Run run(uint64_t row, double alongBall, double half) const {
    const int64_t last = layout.along.lastWithin(alongBall, half);
    const uint32_t from = starts != nullptr ? starts[row] : 0, to = starts != nullptr ? starts[row + 1] : count;
    if (last < 0 || from == to) return {from, from};
    const uint64_t key = row << layout.along.bits;
    const uint32_t begin = firstKey(key + layout.along.firstWithin(alongBall, half), from, to);
    return {begin, firstKey(key + static_cast<uint64_t>(last) + 1, begin, to)};
  }
};

/// The rows that a ball touches. Their runs hold every place within the ball, and others nearby.
template <int D>
struct RowsOfBall {
  uint32_t firstColumn = 0, firstRow = 0;
  uint64_t columns = 1, rows = 0;
  double across, beside, along, reach;

  ARETE_HD RowsOfBall(const RowLayout& layout, const Vector3& centre, double radius) : reach(radius * radius) {
    const Vector3 from = layout.template relative<D>(centre);
    across = from.x, beside = from.y, along = from.z;
    if (D == 3) {
      firstColumn = layout.column.firstWithin(across, radius);
      columns = many(firstColumn, layout.column.lastWithin(across, radius));
    }
    firstRow = layout.row.firstWithin(beside, radius);
    rows = many(firstRow, layout.row.lastWithin(beside, radius));
  }
  ARETE_HD uint64_t count() const { return columns * rows; }
  /// The run of the row with this number below count().
  ARETE_HD Run run(const RowsView& view, uint64_t number) const {
    const RowLayout& layout = view.layout;
    const uint64_t before = D == 2 ? 0 : (number | rows) <= UINT32_MAX ? static_cast<uint32_t>(number) / static_cast<uint32_t>(rows) : number / rows;
    const auto column = static_cast<uint32_t>(firstColumn + before), row = static_cast<uint32_t>(firstRow + (number - before * rows));
    const double away = D == 3 ? layout.column.gap(column, across) : 0, gap = layout.row.gap(row, beside);
    const double rest = reach - away * away - gap * gap;
    if (rest < 0) return {0, 0};
    return view.run(static_cast<uint64_t>(column) << layout.row.bits | row, along, std::sqrt(rest));
  }

 private:
  static ARETE_HD uint64_t many(uint32_t first, int64_t last) { return last < first ? 0 : static_cast<uint64_t>(last - first) + 1; }
};

}  // namespace arete::shared
