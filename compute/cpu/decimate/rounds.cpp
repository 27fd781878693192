// decimate.cpu.rounds: the sweep of row 0 on a grid of cell 2·R2.
//
// Idea. The points are decided in index order, each by those left in the cells around it, and looking stops at the kCrowd-th within R2.
// Removed points leave their cell, so crowded places thin out while the sweep goes on. A removal can change the fate of every later
// point within 2·R2, and the chain of these goes along the curve: rounds of decided neighbours would be as many as the curve has points,
// so threads would wait more than work.
//
// Memory: the grid's links. Cost: linear in m for points of bounded density; where they crowd, the pass thins them
// out and looking stops early. Loses to row 0 for fewer than about 30 points.
#include <vector>

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
  PointGrid<T> grid(chosen, 2 * r2);
  constexpr uint32_t kPointsPerStopCheck = 256;
  std::vector<uint32_t> left;
  uint32_t size = chosen.count;
  for (uint32_t i = 0; i < chosen.count; ++i) {
    if (i % kPointsPerStopCheck == 0) context.checkStop();
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

}  // namespace

std::vector<uint32_t> decimateRounds(const DecimateInput& in, const StageContext& context) {
  return withScalarType(in.chosen.scalar(), [&]<class T>() {
    if (in.chosen.size() <= kFewest || !CellGrid::suits<T>(in.r2)) return decimateSequential(in, context);
    return sweep(in.chosen.view<T>(), in.r2, context);
  });
}

}  // namespace arete::cpu
