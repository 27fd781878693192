// Which blocks of cells a ball on the lattice touches. Radii are rungs: that of rung k is the root of 2^k units. A ball of a rung holds the cells of
// about a quarter of its radius whose mean is within it; blocks are four cells to a side. Source: radius.
#pragma once

#include "compute/network/radius/cloud_lattice.h"

namespace arete::shared {

ARETE_HD int64_t squaredRadiusOfRung(int rung) { return int64_t(1) << rung; }
/// The side of the cells of a rung is two to the power of these bits: a quarter of the radius or, of every second rung, a little less.
ARETE_HD int cellBitsOfRung(int rung) { return rung / 2 - 2; }

struct BallBlocks {
  static constexpr int kBits = 2;

  LatticePlace centre, low, high;  ///< blocks that the box of the ball touches, from `low` to `high`
  int64_t reach;
  int dimension, shift;

  ARETE_HD BallBlocks(const LatticePlace& of, int rung, int axes)
      : centre(of), reach(squaredRadiusOfRung(rung)), dimension(axes), shift(cellBitsOfRung(rung) + kBits) {
    constexpr int64_t kMost = (int64_t(1) << kLatticeBits) - 1;
    const int64_t radius = static_cast<int64_t>(std::sqrt(static_cast<double>(reach))) + 1;
    for (int k = 0; k < dimension; ++k) {
      low.set(k, int32_t(greater(centre[k] - radius, int64_t(0)) >> shift));
      high.set(k, int32_t(lesser(centre[k] + radius, kMost) >> shift));
    }
  }
  /// The square of the distance of a block along an axis.
  ARETE_HD int64_t away(int32_t block, int k) const {
    const int64_t first = int64_t(block) << shift, last = first + (int64_t(1) << shift) - 1;
    const int64_t way = centre[k] < first ? first - centre[k] : centre[k] > last ? centre[k] - last : 0;
    return way * way;
  }
  ARETE_HD bool touches(const LatticePlace& block) const {
    return away(block.x, 0) + away(block.y, 1) + (dimension == 3 ? away(block.z, 2) : 0) <= reach;
  }
  ARETE_HD bool holds(const LatticePlace& mean) const { return squaredDistance(mean, centre) <= reach; }
};

}  // namespace arete::shared
