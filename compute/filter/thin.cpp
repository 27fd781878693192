// Idea: each thread owns the cells whose hash falls to it, and goes through all points in their order. So the first point of a cell is found
// whatever the number of threads, and no two threads touch one cell. Going through the hashes of others costs far less than a look into a table.
#include "compute/filter/thin.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "compute/core/error.h"

namespace arete {

namespace {

constexpr size_t kThinGrain = 1 << 15;
using Cell = std::array<double, kMaxDimension>;  // whole numbers, which may be too large for integers

Cell cellOf(const PointCloud& cloud, size_t point, double width) {
  Cell cell{};
  withScalarType(cloud.scalar(), [&]<class T>() {
    const PointsView<T> view = cloud.view<T>();
    for (int k = 0; k < view.dimension; ++k)
      cell[size_t(k)] = std::floor((double(view.at(point, k)) + cloud.origin()[size_t(k)]) / width) + 0.0;  // + 0.0: −0 is 0
  });
  return cell;
}

uint64_t hashOf(const Cell& cell, int dimension) {
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
  uint64_t hash = 0;
  for (int k = 0; k < dimension; ++k) {
    hash = (hash ^ std::bit_cast<uint64_t>(cell[size_t(k)])) * kOdd;
    hash ^= hash >> 29;
  }
  hash *= kOdd;
  return hash ^ (hash >> 32);
}

/// Points by their cells, one each, as their number in the list: open addressing, at most half full.
class FirstPoints {
 public:
  FirstPoints(const PointCloud& cloud, double width, std::span<const uint32_t> points)
      : cloud_(cloud), width_(width), points_(points), slots_(1024, kNone) {}

  /// Whether points[i] is the first of its cell.
  bool add(uint32_t i, uint64_t hash, const std::vector<uint64_t>& hashes) {
    if (++count_ * 2 > slots_.size()) grow(hashes);
    size_t at = (hash >> 8) & (slots_.size() - 1);
    for (; slots_[at] != kNone; at = (at + 1) & (slots_.size() - 1))
      if (hashes[slots_[at]] == hash && cellOf(cloud_, points_[slots_[at]], width_) == cellOf(cloud_, points_[i], width_)) return --count_, false;
    slots_[at] = i;
    return true;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  void grow(const std::vector<uint64_t>& hashes) {
    std::vector<uint32_t> old(slots_.size() * 2, kNone);
    old.swap(slots_);
    for (const uint32_t point : old) {
      if (point == kNone) continue;
      size_t at = (hashes[point] >> 8) & (slots_.size() - 1);
      while (slots_[at] != kNone) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = point;
    }
  }

  const PointCloud& cloud_;
  double width_;
  std::span<const uint32_t> points_;
  std::vector<uint32_t> slots_;
  size_t count_ = 0;
};

}  // namespace

void takeFirstInCells(const PointCloud& cloud, double width, PointList& points, ThreadPool& threads, const std::stop_token& stop) {
  std::vector<uint64_t> hashes(points.size());
  threads.forEachRange(points.size(), kThinGrain, [&](size_t begin, size_t end, int) {
    if (stop.stop_requested()) return;
    for (size_t i = begin; i < end; ++i) hashes[i] = hashOf(cellOf(cloud, points[i], width), cloud.dimension());
  });
  const auto owners = uint64_t(threads.size());
  std::vector<uint8_t> first(points.size());
  threads.run([&](int thread) {
    FirstPoints cells(cloud, width, points);
    for (size_t i = 0; i < points.size(); ++i) {
      if (i % kThinGrain == 0 && stop.stop_requested()) return;
      if (hashes[i] % owners == uint64_t(thread)) first[i] = cells.add(uint32_t(i), hashes[i], hashes);
    }
  });
  if (stop.stop_requested()) throw Cancelled{};
  size_t taken = 0;
  for (size_t i = 0; i < points.size(); ++i)
    if (first[i] != 0) points[taken++] = points[i];
  points.resize(taken);
}

}  // namespace arete
