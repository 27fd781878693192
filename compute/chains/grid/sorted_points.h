// Points sorted by grid cells, for searches that every point makes: neighbours lie next to each other in memory, all threads take part,
// and no hashing is needed, because the cells around a cell are a few runs of ascending keys that only move forward.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "compute/chains/grid/bounded_distance.h"
#include "compute/chains/grid/cell_grid.h"
#include "compute/core/buffer.h"
#include "compute/core/radix_sort.h"

namespace arete::cpu {

using PlacedPoint = Keyed<uint64_t>;  // its cell's key, its index

/// The points around one cell after the other, keys ascending, in an array sorted by key.
class RunsAround {
 public:
  struct Run {
    size_t begin, end;
  };

  RunsAround(const CellGrid& grid, std::span<const PlacedPoint> placed) : grid_(grid), placed_(placed) {}

  /// The runs of points around the cell of this key, which must not be lower than the one before.
  std::span<const Run> of(uint64_t key) {
    size_t count = 0;
    grid_.forEachTouchingRow(grid_.cell(key), [&](size_t row, uint64_t first, uint64_t last) {
      Run& run = rows_[row];
      run.begin = firstNotBelow(run.begin, first);
      run.end = firstNotBelow(std::max(run.begin, run.end), last + 1);
      if (run.begin < run.end) runs_[count++] = run;
    });
    return {runs_.data(), count};
  }

 private:
  /// By doubling strides, then bisection: near ones are found in a few steps.
  size_t firstNotBelow(size_t from, uint64_t key) const {
    size_t stride = 1, low = from;
    while (low + stride <= placed_.size() && placed_[low + stride - 1].key < key) low += stride, stride *= 2;
    const auto end = placed_.begin() + ptrdiff_t(std::min(low + stride, placed_.size()));
    return size_t(std::lower_bound(placed_.begin() + ptrdiff_t(low), end, key, [](const PlacedPoint& point, uint64_t k) { return point.key < k; }) -
                  placed_.begin());
  }

  const CellGrid& grid_;
  std::span<const PlacedPoint> placed_;
  std::array<Run, CellGrid::kTouchingRows> rows_{}, runs_{};
};

/// Points with their cells' keys, sorted by key, then by index.
template <class T>
Buffer<PlacedPoint> placedByCell(const PointsView<T>& points, const CellGrid& grid, const StageContext& context) {
  constexpr size_t kGrain = 1 << 14;
  Buffer<PlacedPoint> placed(points.count), spare(points.count);
  context.device.threads().forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) placed[i] = {grid.key(grid.cellOf(points.point(i), points.coordinateStride)), uint32_t(i)};
  });
  radixSort(placed, spare, int(std::bit_width(grid.cells() - 1)), context);
  return placed;
}

template <class T>
class SortedPoints {
 public:
  static constexpr size_t kPiece = 2048;  ///< points that a thread takes at a time

  SortedPoints(const PointsView<T>& points, double reach, const StageContext& context)
      : limit_(shared::squaredRadius<T>(reach)),
        grid_(points, reach * (1 + 2 * CellGrid::kSlack)),
        placed_(placedByCell(points, grid_, context)),
        dimension_(size_t(points.dimension)),
        coordinates_(points.count * dimension_) {
    context.device.threads().forEachRange(size(), kPiece, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (size_t place = begin; place < end; ++place)
        for (size_t k = 0; k < dimension_; ++k) coordinates_[place * dimension_ + k] = points.at(index(place), int(k));
    });
  }

  size_t size() const { return placed_.size(); }
  uint32_t index(size_t place) const { return placed_[place].index; }

  /// Calls visit(index, other index, squaredDistance) for every point placed in [begin, end) for which wanted(index) holds, and every other point in
  /// the cells around it, until it returns false. Beyond `reach` squaredDistance is only some number above reach².
  template <class Wanted, class Visit>
  void forEachNear(size_t begin, size_t end, const StageContext& context, const Wanted& wanted, const Visit& visit) const {
    constexpr uint64_t kNoKey = UINT64_MAX;
    RunsAround runsAround(grid_, placed_.span());
    std::span<const RunsAround::Run> runs;
    for (size_t place = begin, key = kNoKey; place < end; ++place) {
      context.checkStop();
      if (!wanted(index(place))) continue;
      if (placed_[place].key != key) key = placed_[place].key, runs = runsAround.of(key);
      for (const auto& run : runs)
        for (size_t other = run.begin; other < run.end; ++other)
          if (other != place && !visit(index(place), index(other), squaredDistance(place, other))) return;
    }
  }

 private:
  T squaredDistance(size_t a, size_t b) const {
    return boundedSquaredDistance(&coordinates_[a * dimension_], 1, &coordinates_[b * dimension_], 1, int(dimension_), limit_);
  }

  const T limit_;
  const CellGrid grid_;
  const Buffer<PlacedPoint> placed_;
  const size_t dimension_;
  Buffer<T> coordinates_;  // row layout, by place
};

}  // namespace arete::cpu
