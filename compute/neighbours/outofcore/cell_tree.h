// The coarse tree: a box is halved along its widest axis, and each half in turn, until it holds at most leafCapacity points.
// One axis at a time in every dimension: for a cube that is an octree in three steps, while the 2^d children of a box in sixteen
// dimensions would be 65 536, nearly all of them empty. Halving goes on inside grids: one pass over the points counts the cells of up to
// kMostLevels halvings; cells that are still too full get a grid of their own, over the box of the points in them alone, and another pass.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete::outofcore {

/// Numbers of points, each with the box of those points.
template <class T>
class BoxedCounts {
 public:
  explicit BoxedCounts(size_t dimension, size_t size = 0) : dimension_(dimension), counts_(size), boxes_(size * 2 * dimension_) {}

  size_t size() const { return counts_.size(); }
  size_t bytes() const { return bytesOfOne() * counts_.capacity(); }
  size_t bytesOfOne() const { return sizeof(uint32_t) + 2 * dimension_ * sizeof(T); }
  uint32_t count(size_t i) const { return counts_[i]; }
  const T* low(size_t i) const { return &boxes_[i * 2 * dimension_]; }
  const T* high(size_t i) const { return low(i) + dimension_; }

  void widen(size_t i, const T* low, const T* high, uint32_t count) {
    T* const box = &boxes_[i * 2 * dimension_];
    const bool first = counts_[i] == 0;
    counts_[i] += count;
    for (size_t k = 0; k < dimension_; ++k) {
      box[k] = first || low[k] < box[k] ? low[k] : box[k];
      box[dimension_ + k] = first || high[k] > box[dimension_ + k] ? high[k] : box[dimension_ + k];
    }
  }
  /// Calls put(bytes) with all that it holds.
  template <class Put>
  void save(const Put& put) const {
    put(std::as_bytes(std::span(counts_)));
    put(std::as_bytes(std::span(boxes_)));
  }
  /// Restores it by calls of take(bytes) while they return true; `size` as it was.
  template <class Take>
  bool restore(size_t size, const Take& take) {
    *this = BoxedCounts(dimension_, size);
    return take(std::as_writable_bytes(std::span(counts_))) && take(std::as_writable_bytes(std::span(boxes_)));
  }
  void add(const T* low, const T* high, uint32_t count) {
    counts_.push_back(0);
    boxes_.resize(boxes_.size() + 2 * dimension_);
    widen(size() - 1, low, high, count);
  }

 private:
  size_t dimension_;
  std::vector<uint32_t> counts_;
  std::vector<T> boxes_;  // low ends, then high ends
};

template <class T>
class CellTree {
 public:
  /// For `count` points within `box`. `memory_bytes`: for all that it holds. Throws Error(wrongUse) when that is too little.
  CellTree(const Bounds& box, int dimension, uint32_t count, uint32_t leafCapacity, size_t memory_bytes);

  /// An empty tree, to be restored.
  CellTree(int dimension, uint32_t leafCapacity, size_t memory_bytes)
      : dimension_(size_t(dimension)), leafCapacity_(leafCapacity), memory_bytes_(memory_bytes), leaves_(dimension_) {}

  /// Calls put(bytes) with all that is needed after the last pass. All pieces are multiples of four bytes.
  template <class Put>
  void save(const Put& put) const {
    const uint64_t sizes[] = {grids_.size(), leaves_.size()};
    put(std::as_bytes(std::span(sizes)));
    for (const Grid& grid : grids_) {
      const GridShape& shape = grid;
      put(std::as_bytes(std::span(&shape, 1)));
      put(std::as_bytes(std::span(grid.targets)));
    }
    leaves_.save(put);
  }
  /// Restores it by calls of take(bytes) while they return true, from at most `most_bytes`. False if the bytes are not those of a tree of `points`
  /// points.
  template <class Take>
  bool restore(const Take& take, uint64_t most_bytes, uint32_t points) {
    uint64_t sizes[2] = {0, 0};
    if (!take(std::as_writable_bytes(std::span(sizes)))) return false;
    if (sizes[0] > most_bytes / sizeof(GridShape) || sizes[1] > most_bytes / leaves_.bytesOfOne()) return false;
    for (uint64_t i = 0; i < sizes[0]; ++i) {
      Grid& grid = grids_.emplace_back(Grid{{}, {}, BoxedCounts<T>(dimension_)});
      GridShape& shape = grid;
      if (!take(std::as_writable_bytes(std::span(&shape, 1))) || grid.levels < 0 || grid.levels > kMostLevels) return false;
      grid.targets.resize(size_t(1) << grid.levels);
      if (!take(std::as_writable_bytes(std::span(grid.targets)))) return false;
    }
    waiting_ = grids_.size();
    return leaves_.restore(sizes[1], take) && isTreeOf(points);
  }

  /// Passes over all points are needed until this is false: each counts every point once and ends with settle().
  bool needsPass() const { return waiting_ < grids_.size(); }
  void count(const PointsView<T>& points);
  void settle();

  /// The leaves, after the last pass: in the order of halvings, so that neighbours in the list are mostly near each other. Points that no halving
  /// divides (all equal) are one leaf, however many.
  const BoxedCounts<T>& leaves() const { return leaves_; }
  /// The leaf of a point that was counted.
  uint32_t leafOf(const T* point) const {
    uint32_t target = kGrid;
    do {
      const Grid& grid = grids_[target - kGrid];
      target = grid.targets[cellOf(grid, point)];
    } while (target >= kGrid);
    return target;
  }

 private:
  static constexpr int kMostLevels = 16, kLeastLevels = 3, kSpareLevels = 5;
  static constexpr uint32_t kGrid = 1U << 31, kEmpty = kGrid - 1;  // targets from kGrid on are grids, below it leaves

  struct GridShape {
    int64_t levels = 0;
    std::array<uint8_t, kMaxDimension> bits{};             // halvings of each axis
    std::array<uint8_t, kMostLevels> axes{};               // halved at each level
    std::array<double, kMaxDimension> halfLow{}, scale{};  // halves: the extent of doubles may be too large for a double
  };
  struct Grid : GridShape {
    std::vector<uint32_t> targets;  // by cell
    BoxedCounts<T> cells;           // while it is counted
  };

  size_t cellOf(const Grid& grid, const T* point) const {
    size_t cell = 0;
    for (size_t k = 0; k < dimension_; ++k) {
      if (grid.bits[k] == 0) continue;
      const double at = (double(point[k]) * 0.5 - grid.halfLow[k]) * grid.scale[k], last = double((1U << grid.bits[k]) - 1);
      cell = cell << grid.bits[k] | uint32_t(at > 0 ? (at < last ? at : last) : 0);
    }
    return cell;
  }
  bool isTreeOf(uint32_t points) const;
  bool isSound(size_t grid) const;
  static std::vector<uint32_t> cellsInOrder(const Grid& grid);
  bool addGrid(const T* low, const T* high, uint32_t count);
  void checkMemory(size_t more_bytes) const;
  void part(size_t grid, const std::vector<uint32_t>& order, const std::vector<uint64_t>& before, size_t begin, size_t end);
  void number(size_t grid, BoxedCounts<T>& ordered);

  size_t dimension_;
  uint32_t leafCapacity_;
  size_t memory_bytes_;
  size_t waiting_ = 0;  // grids from here on are being counted
  std::vector<Grid> grids_;
  BoxedCounts<T> leaves_;
};

}  // namespace arete::outofcore
