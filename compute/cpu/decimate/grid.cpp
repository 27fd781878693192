// decimate.cpu.grid: the sweep of row 0 on a grid of cell 2·R2.
//
// Idea. The points are decided in index order, each by those left in the cells around it, and looking stops at the kCrowd-th within R2.
// Removed points leave their cell, so crowded places thin out while the sweep goes on. A removal can change the fate of every later
// point within 2·R2, and the chain of these goes along the curve: rounds of decided neighbours (decimate.cpu.rounds) wait for it;
// one pass in order does not.
// Many points that do not crowd (the first sweeps with a small radius, all later ones) are counted first, by all threads in the order of
// space: how many are near each, and who. Then one pass in index order takes a removed point off the counts of its neighbours.
//
// Memory: the grid's links, or the lists of neighbours, at most 16 a point. Cost: linear in m for points of bounded density; where they
// crowd, the pass thins them out and looking stops early. Loses to row 0 for fewer than about 30 points.
#include <vector>

#include "compute/cpu/grid/neighbour_lists.h"
#include "compute/cpu/grid/point_grid.h"
#include "compute/cpu/versions.h"

namespace arete::cpu {

namespace {

/// What the points around one say of it.
struct Verdict {
  bool crowded, lonely;
};

template <class T>
Verdict lookAround(const PointGrid<T>& grid, uint32_t i, T near, T far) {
  uint32_t within = 0, withinTwice = 0;
  grid.forEachNear(i, [&](uint32_t, T squared) {
    within += squared <= near;
    withinTwice += squared <= far;
    return within < kCrowd;
  });
  return {within >= kCrowd, withinTwice <= kLonely};
}

template <class T>
std::vector<uint32_t> sweep(const PointsView<T>& chosen, double r2, const StageContext& context) {
  const T near = shared::squaredRadius<T>(r2), far = shared::squaredRadius<T>(2 * r2);
  PointGrid<T> grid(chosen, 2 * r2, context);
  StopTicker checkStop(context);
  std::vector<uint32_t> left;
  uint32_t size = chosen.count;
  for (uint32_t i = 0; i < chosen.count; ++i) {
    checkStop();
    bool remove = false;
    if (size >= kFewest) {
      const Verdict verdict = lookAround(grid, i, near, far);
      remove = verdict.crowded || verdict.lonely;
    }
    if (remove) grid.remove(i), --size;
    else left.push_back(i);
  }
  return left;
}

/// Neighbours within 2·R2 as 2 · index, + 1 for those within R2.
template <class T>
NeighbourLists neighboursOf(const PointsView<T>& chosen, double r2, const StageContext& context) {
  const T near = shared::squaredRadius<T>(r2), far = shared::squaredRadius<T>(2 * r2);
  return {SortedPoints<T>(chosen, 2 * r2, context), context,
          [=](uint32_t, uint32_t other, T squared) { return squared <= far ? 2 * other + (squared <= near) : NeighbourLists::kNothing; }};
}

std::vector<uint32_t> sweepCounts(uint32_t count, const NeighbourLists& neighbours, const StageContext& context) {
  StopTicker checkStop(context);
  std::vector<uint32_t> within(count), withinTwice(count), left;
  for (uint32_t i = 0; i < count; ++i) {
    checkStop();
    within[i] = withinTwice[i] = 1;  // itself
    for (const uint32_t each : neighbours.of(i)) within[i] += each & 1, ++withinTwice[i];
  }
  uint32_t size = count;
  for (uint32_t i = 0; i < count; ++i) {
    checkStop();
    if (size < kFewest || (within[i] < kCrowd && withinTwice[i] > kLonely)) {
      left.push_back(i);
      continue;
    }
    --size;
    for (const uint32_t each : neighbours.of(i)) within[each / 2] -= each & 1, --withinTwice[each / 2];
  }
  return left;
}

constexpr uint32_t kFewestToCount = 4096, kMostToCount = 1u << 31;  // fewer are swept before threads have started

}  // namespace

std::vector<uint32_t> decimateGrid(const DecimateInput& in, const StageContext& context) {
  return withScalarType(in.chosen.scalar(), [&]<class T>() {
    if (in.chosen.size() <= kFewest || !CellGrid::suits<T>(in.r2)) return decimateSequential(in, context);
    if (in.chosen.size() >= kFewestToCount && in.chosen.size() < kMostToCount)
      if (const NeighbourLists neighbours = neighboursOf(in.chosen.view<T>(), in.r2, context); neighbours.complete())
        return sweepCounts(in.chosen.size(), neighbours, context);
    return sweep(in.chosen.view<T>(), in.r2, context);
  });
}

}  // namespace arete::cpu
