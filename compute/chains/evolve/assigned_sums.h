// What follows once each point knows its nearest chosen point, the same in every brute-force version: sums as integers, then all moves at once.
#pragma once

#include <algorithm>
#include <vector>

#include "compute/chains/evolve/contract.h"
#include "compute/core/fixed_scale.h"

namespace arete::cpu {

template <class T>
struct AssignedSums {
  std::vector<shared::FixedSum<T>> coordinates;  // m·d, row layout
  std::vector<uint32_t> counts;

  void clear(uint32_t m, int dimension) {
    coordinates.assign(size_t(m) * size_t(dimension), 0);
    counts.assign(m, 0);
  }
  void add(const AssignedSums& other) {
    for (size_t i = 0; i < coordinates.size(); ++i) coordinates[i] += other.coordinates[i];
    for (size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
  }
};

/// Points, each compared with m chosen ones, that take some milliseconds.
inline size_t pointsPerStopCheck(uint32_t m) {
  constexpr size_t kDistances = 1 << 20;
  return std::max<size_t>(1, kDistances / std::max(1u, m));
}

/// Calls body(i, thread) for every point: divided among the threads, or all on the calling one. The stop token is looked at after this many points.
template <class Body>
void forEachPoint(uint32_t points, size_t perStopCheck, const StageContext& context, bool parallel, const Body& body) {
  constexpr size_t kGrain = 4096;  // that a thread takes at a time
  const auto range = [&](size_t begin, size_t end, int thread) {
    for (size_t i = begin; i < end; ++i) {
      if ((i - begin) % perStopCheck == 0) context.checkStop();
      body(i, thread);
    }
  };
  if (parallel) context.device.threads().forEachRange(points, kGrain, range);
  else range(0, points, 0);
}

/// Sums of m chosen points, where nearest(i) is the chosen point of point i, or kUnassigned. Integers make them independent of the division.
template <class T, class Nearest>
AssignedSums<T> sumsOf(const PointCloud& cloud, uint32_t m, shared::FixedScale scale, const StageContext& context, bool parallel,
                       const Nearest& nearest) {
  const PointsView<T> view = cloud.view<T>();
  std::vector<AssignedSums<T>> sums(parallel ? size_t(context.device.threads().size()) : 1);
  for (AssignedSums<T>& each : sums) each.clear(m, view.dimension);
  forEachPoint(view.count, pointsPerStopCheck(m), context, parallel, [&](size_t i, int thread) {
    const uint32_t index = nearest(i);
    if (index == kUnassigned) return;
    AssignedSums<T>& own = sums[size_t(thread)];
    ++own.counts[index];
    for (int k = 0; k < view.dimension; ++k)
      own.coordinates[size_t(index) * size_t(view.dimension) + size_t(k)] += shared::toFixed(view.at(i, k), scale);
  });
  for (size_t thread = 1; thread < sums.size(); ++thread) sums[0].add(sums[thread]);
  return std::move(sums[0]);
}

/// When and where chosen points move.
template <class T>
class MeanRule {
 public:
  explicit MeanRule(const EvolveInput& in) : rule_(moveRule<T>(in.params, in.r1)), scale_(makeFixedScale(in.scaled())) {}

  shared::FixedScale scale() const { return scale_; }

  /// Moves them to the means of their points; how many moved.
  uint32_t move(const AssignedSums<T>& sums, PointArray& chosen) const {
    uint32_t moved = 0;
    const auto dimension = size_t(chosen.dimension());
    for (uint32_t j = 0; j < chosen.size(); ++j) {
      if (sums.counts[j] == 0) continue;
      bool any = false;
      for (size_t k = 0; k < dimension; ++k) {
        T& coordinate = chosen.at<T>(j, int(k));
        const T next = shared::movedCoordinate(coordinate, T(shared::fixedMean(sums.coordinates[j * dimension + k], sums.counts[j], scale_)),
                                               sums.counts[j], rule_);
        any = any || next != coordinate;
        coordinate = next;
      }
      moved += any;
    }
    return moved;
  }

 private:
  const shared::MoveRule<T> rule_;
  const shared::FixedScale scale_;
};

}  // namespace arete::cpu
