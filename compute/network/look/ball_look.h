// How the fast versions look into balls of super-points: in grids for balls of every size, each made when a stage first asks for its size, and
// kept with the super-points; sums are taken one register at a time. Source: 3D, A.
#pragma once

#include "compute/network/look/ball_kernel.h"
#include "compute/network/look/grid_levels.h"
#include "compute/network/super_points/contract.h"

namespace arete::cpu {

/// Looks into balls of super-points. A copy for each thread.
class BallLook {
 public:
  /// For balls of radius `least` > 0 to `greatest`.
  BallLook(const SuperPoints& points, double least, double greatest, const StageContext& context);

  /// Whether the ball holds at least this weight.
  bool holds(const shared::Vector3& centre, double radius, int64_t wanted) const;
  /// For nodes on their way: what lies around the ball is gathered with it.
  shared::KernelSums sums(const shared::Vector3& centre, double radius) {
    return sumsOf(centre, radius, points_->dimension == 2 ? kBeyondInPlane : kBeyondInSpace);
  }
  shared::RidgeView viewOf(const shared::KernelSums& sums, double radius) const {
    return shared::ridgeView(sums, radius, points_->kernelScale, points_->dimension);
  }
  shared::RidgeView view(const shared::Vector3& centre, double radius) { return viewOf(sums(centre, radius), radius); }
  double density(const shared::Vector3& centre, double radius) {
    return static_cast<double>(sumsOf(centre, radius, 0).density) / points_->kernelScale;
  }
  /// The least density of balls around these centres, none of which is farther from `middle` than `away`.
  double leastDensity(const shared::Vector3 (&centres)[kBallsAtOnce], const shared::Vector3& middle, double away, double radius);
  /// The mean of the view.
  shared::Vector3 mean(const shared::Vector3& centre, double radius) { return shared::kernelMean(sumsOf(centre, radius, 0)) * radius; }
  const RowGrid& grid(double radius) const { return levels_.of(radius); }
  const BallKernel& kernel() const { return kernel_; }

 private:
  shared::KernelSums sumsOf(const shared::Vector3& centre, double radius, double beyond) {
    shared::KernelSums sums;
    kernel_.addSums(gather(centre, radius, radius, beyond), runs_, centre, radius, points_->kernelScale, sums);
    return sums;
  }
  shared::RowPlaces gather(const shared::Vector3& centre, double radius, double reach, double beyond);

  // The last gathered runs hold everything within this distance of this place, in this grid: a moving node looks into nearly the same ball again.
  // The share of the radius that is gathered beyond what was asked for; in space it holds more.
  static constexpr double kBeyondInPlane = 1.0 / 4, kBeyondInSpace = 1.0 / 8;
  const RowGrid* gatheredFrom_ = nullptr;
  shared::Vector3 gatheredAround_;
  double gathered_ = 0;

  const SuperPoints* points_;
  GridLevels levels_;
  BallKernel kernel_{};
  std::vector<shared::Run> runs_;
};

/// Balls of every size, each read from its own grid.
struct EveryBall {
  const BallLook& look;
  template <class Visit>
  void visitBall(const shared::Vector3& centre, double radius, Visit&& visit) const {
    look.grid(radius).visitBall(centre, radius, visit);
  }
};

/// One for each thread of the context.
inline std::vector<BallLook> looksOfThreads(const SuperPoints& points, double least, double greatest, const StageContext& context) {
  return std::vector<BallLook>(size_t(context.device.threads().size()), BallLook(points, least, greatest, context));
}

}  // namespace arete::cpu
