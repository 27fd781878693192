// Grids of several sizes over the same places, so that a ball of any size is read in rows of about its own. Source: 3D, A.
#pragma once

#include <array>
#include <memory>

#include "compute/network/look/row_grid.h"

namespace arete::cpu {

/// Grids over a list of places: one for balls of radius `smallest` or more, one for twice that, and so on.
class GridLevels {
 public:
  static constexpr int kLevels = 8;

  explicit GridLevels(double smallest) : smallest_(smallest) {}
  double smallest() const { return smallest_; }
  int levelOf(double radius) const {
    int level = 0;
    for (double least = 2 * smallest_; level + 1 < kLevels && least <= radius; least *= 2) ++level;
    return level;
  }
  /// The grid for balls of this radius, which need() must have made.
  const RowGrid& of(double radius) const { return *grids_[size_t(levelOf(radius))]; }
  /// Makes the missing grids for balls of radius `least` to `greatest`. Not to be called while threads look into balls.
  void need(double least, double greatest, std::span<const shared::Vector3> places, std::span<const int64_t> weights, int dimension,
            const StageContext& context) {
    for (int level = levelOf(least); level <= levelOf(greatest); ++level)
      if (auto& grid = grids_[size_t(level)]; !grid)
        grid = std::make_shared<const RowGrid>(places, weights, dimension, std::ldexp(smallest_, level), context);
  }

 private:
  double smallest_;
  std::array<std::shared_ptr<const RowGrid>, kLevels> grids_;
};

}  // namespace arete::cpu
