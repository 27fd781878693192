// Rows of places: cells along an axis that are adjacent in memory; a ball is read from them as a few runs, in the same way on every machine. In the
// plane it is the last axis; in space that of the greatest extent, along which curves are likely to run: so a ball touches few rows. Rows are as wide
// as half of the smallest ball's radius; along a row cells are shorter, so that a run ends about where the ball's chord does. Only occupied cells are
// stored: rows in the order of their cells, in space also the columns that contain them; they are found in a table of all rows of the box, or by
// binary search where these would be many more than places.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "compute/core/vector3.h"

namespace arete::shared {

/// Cells of one axis: floor((coordinate - minimum) · inverse). Places and balls are rounded by less than 2^-20 of a cell, so none is missed that is
/// within kSlack cells of a ball.
struct RowAxis {
  static constexpr double kSlack = 0x1p-10;
  double minimum = 0, side = 1, inverse = 1, last = 0;  ///< last: the greatest cell
  int axis = 0, bits = 0;                               ///< which coordinate; bits of a cell's number

  ARETE_HD uint32_t cell(double coordinate) const { return clamped((coordinate - minimum) * inverse); }
  ARETE_HD uint32_t firstWithin(double relative, double reach) const { return clamped((relative - reach) * inverse - kSlack); }
  /// Below the first cell it is negative. `relative`: to the minimum.
  ARETE_HD int64_t lastWithin(double relative, double reach) const {
    const double at = (relative + reach) * inverse + kSlack;
    return at < 0 ? -1 : static_cast<int64_t>(lesser(at, last));
  }
  /// How far a cell is from a coordinate, less the slack.
  ARETE_HD double gap(uint32_t cell, double relative) const {
    const double low = static_cast<double>(cell) * side;
    return greater(greater(low - relative, relative - (low + side)) - kSlack * side, 0.0);
  }

 private:
  ARETE_HD uint32_t clamped(double cells) const { return static_cast<uint32_t>(lesser(greater(cells, 0.0), last)); }
};

/// A run of adjacent places.
struct Run {
  uint32_t begin, end;
};

/// The axes of a grid of rows.
struct RowLayout {
  RowAxis column, row, along;  ///< in the plane there is one column

  ARETE_HD uint64_t key(const Vector3& place) const {
    const uint64_t first = column.bits > 0 ? column.cell(place[column.axis]) : 0;
    return (first << row.bits | row.cell(place[row.axis])) << along.bits | along.cell(place[along.axis]);
  }
  ARETE_HD int bits() const { return column.bits + row.bits + along.bits; }
  /// A direction by its components along the axes of column (0 in the plane), row, and cells of a row.
  template <int D>
  ARETE_HD Vector3 turned(const Vector3& direction) const {
    if (D == 2) return {0, direction.x, direction.y};
    return {direction[column.axis], direction[row.axis], direction[along.axis]};
  }
  /// A place relative to the minimum, along these axes.
  template <int D>
  ARETE_HD Vector3 relative(const Vector3& place) const {
    return turned<D>(place) - Vector3{D == 2 ? 0 : column.minimum, row.minimum, along.minimum};
  }
};

/// For places within these bounds, and balls of radius `smallest` > 0 or more.
inline RowLayout rowLayout(const Vector3& minimum, const Vector3& maximum, int dimension, double smallest) {
  constexpr double kRowsOfRadius = 2, kCellsOfRow = 4;
  const double most = dimension == 3 ? 0x1p20 : 0x1p30;  // cells of an axis: those of all axes fit into a key of 64 bits
  const auto axis = [&](int k, double side) {
    RowAxis result{.minimum = minimum[k], .side = greater(side, (maximum[k] - minimum[k]) / most), .axis = k};
    result.inverse = 1 / result.side;
    result.last = std::floor((maximum[k] - minimum[k]) * result.inverse);
    while (result.bits < 63 && result.last >= static_cast<double>(uint64_t(1) << result.bits)) ++result.bits;
    return result;
  };
  const double side = smallest / kRowsOfRadius;
  if (dimension == 2) return {{}, axis(0, side), axis(1, side / kCellsOfRow)};
  int longest = 2;
  for (const int k : {1, 0})
    if (maximum[k] - minimum[k] > maximum[longest] - minimum[longest]) longest = k;
  return {axis(longest == 0 ? 1 : 0, side), axis(longest == 2 ? 1 : 2, side), axis(longest, side / kCellsOfRow)};
}

/// The first of `count` ascending numbers that is at least `wanted`, or their end. Without branches, as these could not be predicted.
ARETE_HD const uint32_t* firstAtLeast(const uint32_t* numbers, size_t count, int64_t wanted) {
  for (; count > 1; count -= count / 2) numbers += numbers[count / 2 - 1] < wanted ? count / 2 : 0;
  return numbers + (count == 1 && *numbers < wanted);
}

/// Coordinates and weights in the order of the rows. On a CPU, one register after the last place may be read.
struct RowPlaces {
  const double *x, *y, *z, *weight;  ///< z: nullptr in the plane
};

/// Read access to a grid of rows.
struct RowView {
  RowLayout layout;
  RowPlaces places;
  const uint32_t* index;                       ///< index of each place in the list that the grid was made from
  const uint32_t* alongCells;                  ///< cell of each place along its row
  const uint32_t *columnCells, *columnStarts;  ///< starts: among the rows, and one more
  const uint32_t *rowCells, *rowStarts;        ///< starts: among the places, and one more
  const uint32_t* rowsOfBox;  ///< for each row of the box, column by column, the first stored one from there on, and one more; or nullptr
  uint32_t rowsOfColumn;      ///< of the box
  uint32_t columns;           ///< 0: no place

  template <int D>
  ARETE_HD Vector3 place(uint32_t at) const {
    return {places.x[at], places.y[at], D == 3 ? places.z[at] : 0};
  }

  /// The run of a row within half a chord of a coordinate, relative to the minimum.
  ARETE_HD Run runOf(uint32_t row, double along, double half) const {
    constexpr size_t kUsualRun = 32;
    const int64_t first = layout.along.firstWithin(along, half), last = layout.along.lastWithin(along, half);
    const uint32_t *const begin = alongCells + rowStarts[row], *const end = alongCells + rowStarts[row + 1];
    const uint32_t* const from = firstAtLeast(begin, static_cast<size_t>(end - begin), first);
    const auto left = static_cast<size_t>(end - from);
    const uint32_t* to = firstAtLeast(from, left < kUsualRun ? left : kUsualRun, last + 1);
    if (to == from + kUsualRun) to = firstAtLeast(to, static_cast<size_t>(end - to), last + 1);
    return {static_cast<uint32_t>(from - alongCells), static_cast<uint32_t>(to - alongCells)};
  }

  /// Calls visit(cell, its place among the columns) for the columns of these cells, until it returns true; where there is a table for all cells, and
  /// places are of no use.
  template <class Visit>
  ARETE_HD void visitColumns(uint32_t first, int64_t last, const Visit& visit) const {
    if (rowsOfBox != nullptr) {
      for (int64_t cell = first; cell <= last; ++cell)
        if (visit(static_cast<uint32_t>(cell), 0)) return;
      return;
    }
    for (auto column = static_cast<uint32_t>(firstAtLeast(columnCells, columns, first) - columnCells);
         column < columns && columnCells[column] <= last; ++column)
      if (visit(columnCells[column], column)) return;
  }
  /// The rows of these cells in a column that visitColumns() gave.
  ARETE_HD Run rowsWithin(uint32_t columnCell, uint32_t column, uint32_t first, int64_t last) const {
    if (last < first) return {0, 0};
    if (rowsOfBox != nullptr) {
      const uint32_t* const ofColumn = rowsOfBox + static_cast<size_t>(columnCell) * rowsOfColumn;
      return {ofColumn[first], ofColumn[last + 1]};
    }
    const uint32_t *const begin = rowCells + columnStarts[column], *const end = rowCells + columnStarts[column + 1];
    const uint32_t* const from = firstAtLeast(begin, static_cast<size_t>(end - begin), first);
    const uint32_t* to = from;
    while (to < end && *to <= last) ++to;
    return {static_cast<uint32_t>(from - rowCells), static_cast<uint32_t>(to - rowCells)};
  }

  /// Calls visit(run) for runs that hold every place within `radius` of `centre`, and others nearby, until it returns true.
  template <int D, class Visit>
  ARETE_HD void visitRuns(const Vector3& centre, double radius, const Visit& visit) const {
    if (columns == 0) return;
    const Vector3 from = layout.template relative<D>(centre);
    const double across = from.x, beside = from.y, along = from.z, reach = radius * radius;
    const int64_t lastColumn = D == 3 ? layout.column.lastWithin(across, radius) : 0;
    visitColumns(D == 3 ? layout.column.firstWithin(across, radius) : 0, lastColumn, [&](uint32_t cell, uint32_t column) {
      const double away = D == 3 ? layout.column.gap(cell, across) : 0, left = reach - away * away;
      if (left < 0) return false;
      const double half = std::sqrt(left);
      const Run rows = rowsWithin(cell, column, layout.row.firstWithin(beside, half), layout.row.lastWithin(beside, half));
      for (uint32_t row = rows.begin; row < rows.end; ++row) {
        const double gap = layout.row.gap(rowCells[row], beside), rest = left - gap * gap;
        if (rest < 0) continue;
        const Run run = runOf(row, along, std::sqrt(rest));
        if (run.begin < run.end && visit(run)) return true;
      }
      return false;
    });
  }

  /// Calls visit(index, squared distance) for every place whose squared distance is at most radius².
  template <int D, class Visit>
  ARETE_HD void visitBall(const Vector3& centre, double radius, const Visit& visit) const {
    const double reach = radius * radius;
    visitRuns<D>(centre, radius, [&](Run run) {
      for (uint32_t at = run.begin; at < run.end; ++at) {
        const double squared = squaredDistance(place<D>(at), centre);
        if (squared <= reach) visit(index[at], squared);
      }
      return false;
    });
  }
};

}  // namespace arete::shared
