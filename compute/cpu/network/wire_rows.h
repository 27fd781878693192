// Spheroids of super-points as the fast versions of the stages of wires look into them: in rows of a grid as fine as they are wide, of which only
// those along the axis are read. The grid is kept with the super-points. Source: 3D, C 2.
#pragma once

#include <algorithm>

#include "compute/cpu/network/ball_look.h"
#include "compute/cpu/network/strip.h"
#include "compute/network/wire_step.h"

namespace arete::cpu {

/// Calls visit(place in the rows) for every place of a spheroid, and others nearby.
template <class Visit>
void visitSpheroid(const shared::RowView& grid, const shared::Spheroid& spheroid, const Visit& visit) {
  constexpr double kWider = 1 + 0x1p-20;  // than the spheroid, for what rounding leaves out
  if (grid.columns == 0) return;
  const double length = spheroid.length * kWider, across = spheroid.across * kWider;
  const shared::RowAxis &columns = grid.layout.column, &rows = grid.layout.row;
  const shared::Vector3 &axis = spheroid.axis, from = spheroid.centre - shared::Vector3{columns.minimum, rows.minimum, grid.layout.along.minimum};
  /// What of the axis, from its part `of`, may have a place in a cell beside it.
  const auto besideCell = [&](Interval of, double slope, const shared::RowAxis& cells, uint32_t cell, double middle) {
    const double slack = shared::RowAxis::kSlack * cells.side, low = double(cell) * cells.side - slack - middle, high = low + cells.side + 2 * slack;
    of.narrow(slope, -high, -low, across);
    return of;
  };
  /// Where along another axis the places beside a part of the axis are.
  const auto spanOf = [&](const Interval& part, double slope) {
    return Interval{std::min(part.low * slope, part.high * slope) - across, std::max(part.low * slope, part.high * slope) + across};
  };
  const double widest = length * std::abs(axis.x) + across;
  const uint32_t *const column0 = grid.columnCells, *const columnEnd = column0 + grid.columns;
  const int64_t lastColumn = columns.lastWithin(from.x, widest);
  for (const uint32_t* column = shared::firstAtLeast(column0, grid.columns, columns.firstWithin(from.x, widest));
       column < columnEnd && *column <= lastColumn; ++column) {
    const Interval ofColumn = besideCell({-length, length}, axis.x, columns, *column, from.x);
    if (ofColumn.low > ofColumn.high) continue;
    const Interval y = spanOf(ofColumn, axis.y);
    const double beside = from.y + (y.low + y.high) / 2, half = (y.high - y.low) / 2;
    const uint32_t *const begin = grid.rowCells + grid.columnStarts[column - column0], *const end =
                                                                                           grid.rowCells + grid.columnStarts[column - column0 + 1];
    const int64_t lastRow = rows.lastWithin(beside, half);
    for (const uint32_t* row = shared::firstAtLeast(begin, size_t(end - begin), rows.firstWithin(beside, half)); row < end && *row <= lastRow;
         ++row) {
      const Interval ofRow = besideCell(ofColumn, axis.y, rows, *row, from.y);
      if (ofRow.low > ofRow.high) continue;
      const Interval z = spanOf(ofRow, axis.z);
      const shared::Run run = grid.runOf(uint32_t(row - grid.rowCells), from.z + (z.low + z.high) / 2, (z.high - z.low) / 2);
      for (uint32_t at = run.begin; at < run.end; ++at) visit(at);
    }
  }
}

class WireRows {
 public:
  /// `points` and `rules` outlive it.
  WireRows(const SuperPoints& points, double r1, const NetworkRules& rules, const StageContext& context)
      : across_(rules.ball * r1),
        ball_(rules.ball),
        kernelScale_(points.kernelScale),
        look_(points, kFine * across_, kFine * across_, context),
        grid_(look_.grid(kFine * across_).view()) {}

  WireSight operator()(const shared::Vector3& centre, const shared::Vector3& axis, double radius) const {
    const shared::Spheroid spheroid{centre, axis, ball_ * radius, across_};
    const double reach = spheroid.length * spheroid.length;
    shared::KernelSums sums;
    visitSpheroid(grid_, spheroid, [&](uint32_t at) {
      const shared::Vector3 place = grid_.place<3>(at);
      if (squaredDistance(place, centre) <= reach) add(sums, spheroid, place, int64_t(grid_.places.weight[at]), kernelScale_);
    });
    return {shared::spheroidView(sums, spheroid, kernelScale_), sums.weight};
  }

 private:
  static constexpr double kFine = 2;  // rows are half as wide as the balls that their grid is for

  double across_, ball_, kernelScale_;
  BallLook look_;  // holds the grid
  const shared::RowView& grid_;
};

}  // namespace arete::cpu
