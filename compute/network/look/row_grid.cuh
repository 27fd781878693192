// Places on a GPU in rows (compute/network/look/row_box.h), for balls of about one size, and several such grids for balls of every size.
// Memory: 44 bytes a place in the plane, 52 in space, and 4 a row of the box where that has few rows for its places.
// Cost: a radix sort of the keys, of few places by a block (few_rows.h); a look is two binary searches in each row that the ball touches.
#pragma once

#include <bitset>
#include <span>
#include <vector>

#include "compute/gpu/buffer.h"
#include "compute/network/look/row_box.h"

namespace arete::cuda {

struct PlaceBounds {
  shared::Vector3 minimum, maximum;

  static PlaceBounds of(std::span<const shared::Vector3> places);
};

/// Places that lie on the GPU already.
struct DevicePlaces {
  const shared::Vector3* places;
  const int64_t* weights;  ///< nullptr: 1 each
  uint32_t count;
  int dimension;       ///< 2 or 3
  PlaceBounds bounds;  ///< all places lie within
};

struct RowsToFill;

class RowGrid {
 public:
  /// For balls of radius `smallest` > 0 or more.
  RowGrid(const DevicePlaces& from, double smallest, cudaStream_t stream);
  /// Several of the same places, for balls of one radius each: at most RowLevels::kLevels.
  static std::vector<RowGrid> severalOf(const DevicePlaces& from, std::span<const double> smallest, cudaStream_t stream);
  const shared::RowsView& view() const { return view_; }

 private:
  RowGrid() = default;
  RowsToFill reserve(const DevicePlaces& from, double smallest, cudaStream_t stream);

  shared::RowsView view_{};
  Buffer<uint64_t> keys_;
  Buffer<uint32_t> index_, starts_;
  Buffer<double> coordinates_;  // x, y, z in space, weights
};

/// Grids for balls of radius `smallest` or more, of `step` times that, and so on, as kernels see them. Those that were not asked for have no places.
struct RowLevels {
  static constexpr int kLevels = 8;
  double smallest, step;
  shared::RowsView level[kLevels];

  ARETE_HD int levelOf(double radius) const {
    int found = 0;
    for (double least = step * smallest; found + 1 < kLevels && least <= radius; least *= step) ++found;
    return found;
  }
  /// The grid for balls of this radius.
  ARETE_HD const shared::RowsView& of(double radius) const { return level[levelOf(radius)]; }
};

class RowGrids {
 public:
  /// The lanes of a warp find the rows of a ball at once: in the plane there are no more than lanes up to eight times the smallest radius, and making
  /// a grid takes longer than walking through short rows.
  RowGrids(double smallest, int dimension) { levels_.smallest = smallest, levels_.step = dimension == 2 ? 4 : 2; }
  double smallest() const { return levels_.smallest; }
  /// Makes the grids for balls of radius `least` to `greatest` that are missing.
  void need(double least, double greatest, const DevicePlaces& from, cudaStream_t stream);
  const RowLevels& levels() const { return levels_; }

 private:
  RowLevels levels_{};
  std::bitset<RowLevels::kLevels> made_;
  std::vector<RowGrid> grids_;
};

}  // namespace arete::cuda
