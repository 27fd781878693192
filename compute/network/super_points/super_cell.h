// The cells of super-points: which one a coordinate lies in, how far from its corner, and where the mean of a cell is. Source: network, step 1.
#pragma once

#include <cstdint>

#include "compute/core/host_device.h"

namespace arete::shared {

inline constexpr double kCellOffsetOne = 0x1p30;  ///< of a cell: the offsets of 2^32 points add up to less than 2^62

struct CellCoordinate {
  int64_t cell;
  int64_t offset;  ///< from the cell's corner, in 2^-30 of its side
};

/// The cell of a coordinate of at least `minimum`, among fewer than 2^31 cells with this side.
ARETE_HD CellCoordinate cellCoordinate(double coordinate, double minimum, double side) {
  const double cells = (coordinate - minimum) / side;
  const auto cell = static_cast<int64_t>(cells);  // not negative, so this is its floor
  return {cell, static_cast<int64_t>((cells - static_cast<double>(cell)) * kCellOffsetOne)};
}

/// The mean coordinate of `count` points of a cell, whose offsets add up to `sum`.
ARETE_HD double cellMean(int64_t cell, int64_t sum, int64_t count, double minimum, double side) {
  const double mean = static_cast<double>(sum) / static_cast<double>(count) / kCellOffsetOne;
  return minimum + (static_cast<double>(cell) + mean) * side;
}

}  // namespace arete::shared
