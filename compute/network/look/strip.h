// Places of a strip in a grid of rows on a CPU, whose rows are those that have places.
#pragma once

#include "compute/network/look/edge_strip.h"

namespace arete::cpu {

/// Calls visit(place in the rows) for every place of the strip, and others nearby. `grid` is one of the plane.
template <class Visit>
void visitStrip(const shared::RowView& grid, const shared::EdgeStrip& strip, const Visit& visit) {
  if (grid.columns == 0) return;
  const shared::RowsOfStrip rows(grid.layout, strip);
  const shared::Run stored = grid.rowsWithin(0, 0, rows.firstRow, rows.lastRow);
  for (uint32_t row = stored.begin; row < stored.end; ++row) {
    const shared::Interval seen = rows.within(grid.rowCells[row]);
    if (seen.low > seen.high) continue;
    const shared::Run run = grid.runOf(row, seen.middle(), seen.half());
    for (uint32_t at = run.begin; at < run.end; ++at) visit(at);
  }
}

}  // namespace arete::cpu
