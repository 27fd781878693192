// Where a tile ends: which cell of a divided box a coordinate falls into, and how far a point is from a box. In double, whatever the
// coordinate type. Source: thesis, formula 4.1.
#pragma once

#include <cstdint>

#include "compute/core/host_device.h"

namespace arete::shared {

/// Boundary `i` of `count` equal cells between `low` and `high`: 0 is `low`, `count` is `high`, exactly.
ARETE_HD double tileBoundary(double low, double high, uint32_t i, uint32_t count) {
  if (i == 0) return low;
  return i == count ? high : low + (high - low) * i / count;
}

/// The last cell from 0 to count − 1 whose lower boundary is at most x; 0 in a box without width. That is ⌊(x − low)·count / (high − low)⌋, set
/// right where rounding would put x beyond a boundary of its cell. x from low to high.
ARETE_HD uint32_t tileCell(double x, double low, double high, uint32_t count) {
  if (!(high > low)) return 0;
  const double guess = (x - low) * count / (high - low);
  uint32_t cell = guess > 0 ? (guess < count ? uint32_t(guess) : count - 1) : 0;
  while (cell > 0 && x < tileBoundary(low, high, cell, count)) --cell;
  while (cell + 1 < count && x >= tileBoundary(low, high, cell + 1, count)) ++cell;
  return cell;
}

/// The gap between two intervals along one axis, 0 where they overlap. A point is an interval without length.
ARETE_HD double gapBetween(double low, double high, double otherLow, double otherHigh) {
  if (high < otherLow) return otherLow - high;
  return otherHigh < low ? low - otherHigh : 0;
}

/// The squared distance between two boxes, Σ gap² over k = 0…dim−1 in that order; a point is a box without size. Never less for a box
/// within another one, also as rounded, so that a tree may be searched by it.
ARETE_HD double squaredGap(const double* low, const double* high, const double* otherLow, const double* otherHigh, int dim) {
  double sum = 0;
  for (int k = 0; k < dim; ++k) {
    const double gap = gapBetween(low[k], high[k], otherLow[k], otherHigh[k]);
    const double square = gap * gap;
    sum = sum + square;
  }
  return sum;
}

/// At least the squaredGap of any point in the other box, even after rounding.
ARETE_HD double squaredGapToFarthest(const double* low, const double* high, const double* otherLow, const double* otherHigh, int dim) {
  double sum = 0;
  for (int k = 0; k < dim; ++k) {
    const double below = low[k] - otherLow[k], above = otherHigh[k] - high[k], most = below > above ? below : above, gap = most > 0 ? most : 0;
    const double square = gap * gap;
    sum = sum + square;
  }
  return sum;
}

}  // namespace arete::shared
