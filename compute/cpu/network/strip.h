// Runs of a grid of rows that a strip across an edge covers: a branch's surroundings are a band of strips, each far smaller than the ball around its
// edge that holds them.
#pragma once

#include <algorithm>
#include <cmath>

#include "compute/shared/row_grid.h"

namespace arete::cpu {

/// A rectangle of the plane: `half` along the direction to either side of the middle, `width` across it.
struct EdgeStrip {
  shared::Vector3 middle, along;  ///< along: of length 1
  double half, width;
};

/// An interval that is narrowed by conditions.
struct Interval {
  double low, high;

  /// To where |slope · x + rest| <= bound for some rest between these two.
  void narrow(double slope, double restLow, double restHigh, double bound) {
    constexpr double kLevel = 1e-9;  // so flat a border narrows nothing
    if (std::abs(slope) < kLevel) return;
    const double one = (-bound - restHigh) / slope, other = (bound - restLow) / slope;
    low = std::max(low, std::min(one, other)), high = std::min(high, std::max(one, other));
  }
};

/// Calls visit(place in the rows) for every place of the strip, and others nearby. `grid` is one of the plane.
template <class Visit>
void visitStrip(const shared::RowView& grid, const EdgeStrip& strip, const Visit& visit) {
  constexpr double kWider = 1 + 0x1p-20;  // than the strip, for what rounding leaves out
  if (grid.columns == 0) return;
  const shared::RowAxis &rows = grid.layout.row, &cells = grid.layout.along;
  const double half = strip.half * kWider, width = strip.width * kWider, x = strip.along.x, y = strip.along.y;
  const double extent = half * std::abs(x) + width * std::abs(y), height = half * std::abs(y) + width * std::abs(x);
  const double beside = strip.middle.x - rows.minimum, along = strip.middle.y - cells.minimum;
  const uint32_t *const begin = grid.rowCells, *const end = grid.rowCells + grid.columnStarts[1];
  const int64_t lastRow = rows.lastWithin(beside, extent);
  const uint32_t* row = shared::firstAtLeast(begin, size_t(end - begin), rows.firstWithin(beside, extent));
  for (; row < end && *row <= lastRow; ++row) {
    const double slack = shared::RowAxis::kSlack * rows.side, low = double(*row) * rows.side - slack - beside, high = low + rows.side + 2 * slack;
    Interval seen{-height, height};
    seen.narrow(y, std::min(x * low, x * high), std::max(x * low, x * high), half);
    seen.narrow(x, std::min(-y * low, -y * high), std::max(-y * low, -y * high), width);
    if (seen.low > seen.high) continue;
    const shared::Run run = grid.runOf(uint32_t(row - begin), along + (seen.low + seen.high) / 2, (seen.high - seen.low) / 2);
    for (uint32_t at = run.begin; at < run.end; ++at) visit(at);
  }
}

}  // namespace arete::cpu
