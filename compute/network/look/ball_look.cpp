#include "compute/network/look/ball_look.h"

#include <algorithm>
#include <mutex>

namespace arete::cpu {

namespace {

BallKernel fastestKernel(const SuperPoints& points) {
  int64_t greatest = 0, total = 0;
  for (const int64_t weight : points.weights) greatest = std::max(greatest, weight), total += weight;
  return ballKernels(points.dimension, double(greatest) * points.kernelScale, double(total)).back();
}

/// The grids that are kept with super-points.
struct KeptGrids {
  KeptGrids(double smallest, BallKernel fastest) : levels(std::make_unique<GridLevels>(smallest)), kernel(fastest) {}
  std::unique_ptr<std::mutex> mutex = std::make_unique<std::mutex>();
  std::unique_ptr<GridLevels> levels;  // changed under the mutex
  BallKernel kernel;
};

}  // namespace

BallLook::BallLook(const SuperPoints& points, double least, double greatest, const StageContext& context) : points_(&points), levels_(least) {
  constexpr double kSmaller = 4;  // balls may be smaller than those that the grids were made for by this factor, as those of seeds are
  const auto kept = points.kept.get<KeptGrids>([&](const KeptGrids& grids) { return grids.levels->smallest() <= kSmaller * least; },
                                               [&] { return KeptGrids(least, fastestKernel(points)); });
  const std::lock_guard lock(*kept->mutex);
  kept->levels->need(least, greatest, points.places, points.weights, points.dimension, context);
  levels_ = *kept->levels, kernel_ = kept->kernel;
}

template <int D>
static bool holdsIn(const shared::RowView& grid, const shared::Vector3& centre, double radius, double wanted) {
  const double reach = radius * radius;
  double held = 0;
  grid.visitRuns<D>(centre, radius, [&](shared::Run run) {
    for (uint32_t at = run.begin; at < run.end; ++at) held += squaredDistance(grid.place<D>(at), centre) <= reach ? grid.places.weight[at] : 0;
    return held >= wanted;
  });
  return held >= wanted;
}

bool BallLook::holds(const shared::Vector3& centre, double radius, int64_t wanted) const {
  const shared::RowView& grid = levels_.of(radius).view();
  return points_->dimension == 2 ? holdsIn<2>(grid, centre, radius, double(wanted)) : holdsIn<3>(grid, centre, radius, double(wanted));
}

/// Gathers the runs that hold everything within `reach` of a place, in the grid for balls of this radius.
shared::RowPlaces BallLook::gather(const shared::Vector3& centre, double radius, double reach, double beyond) {
  const RowGrid& grid = levels_.of(radius);
  if (&grid != gatheredFrom_ || !(distance(centre, gatheredAround_) + reach <= gathered_)) {
    gatheredFrom_ = &grid, gatheredAround_ = centre, gathered_ = reach * (1 + beyond);
    runs_.clear();
    grid.visitRuns(centre, gathered_, [&](shared::Run run) {
      runs_.push_back(run);
      return false;
    });
  }
  return grid.view().places;
}

double BallLook::leastDensity(const shared::Vector3 (&centres)[kBallsAtOnce], const shared::Vector3& middle, double away, double radius) {
  constexpr double kBeyondMiddle = 3.0 / 8;  // the next edge is of the same node: reading more places takes less time than finding rows again
  int64_t densities[kBallsAtOnce] = {};
  kernel_.addDensities(gather(middle, radius, radius + away, kBeyondMiddle), runs_, centres, radius, points_->kernelScale, densities);
  return static_cast<double>(*std::min_element(densities, densities + kBallsAtOnce)) / points_->kernelScale;
}

}  // namespace arete::cpu
