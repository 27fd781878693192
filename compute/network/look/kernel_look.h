// What the stages of networks read from balls of super-points: weights, kernel densities and views of the ridge, all sums of integers.
#pragma once

#include "compute/network/look/ball_grid.h"
#include "compute/network/rules/ridge_kernel.h"
#include "compute/network/super_points/contract.h"

namespace arete::cpu {

class KernelLook {
 public:
  /// For balls of radius `smallest` to `largest`. `points` must outlive the look.
  KernelLook(const SuperPoints& points, double smallest, double largest, const StageContext& context)
      : points_(points), grid_(points.places, points.dimension, smallest, largest, context) {}

  int64_t weight(const shared::Vector3& centre, double radius) const {
    int64_t sum = 0;
    grid_.visitBall(centre, radius, [&](uint32_t i, double) { sum += points_.weights[i]; });
    return sum;
  }

  shared::KernelSums sums(const shared::Vector3& centre, double radius) const {
    shared::KernelSums sums;
    const double inverse = 1 / radius;
    grid_.visitBall(centre, radius,
                    [&](uint32_t i, double) { shared::add(sums, (points_.places[i] - centre) * inverse, points_.weights[i], points_.kernelScale); });
    return sums;
  }

  shared::RidgeView view(const shared::Vector3& centre, double radius) const { return viewOf(sums(centre, radius), radius); }
  shared::RidgeView viewOf(const shared::KernelSums& sums, double radius) const {
    return shared::ridgeView(sums, radius, points_.kernelScale, points_.dimension);
  }
  shared::Vector3 mean(const shared::Vector3& centre, double radius) const { return shared::kernelMean(sums(centre, radius)) * radius; }
  double density(const shared::Vector3& centre, double radius) const {
    return static_cast<double>(sums(centre, radius).density) / points_.kernelScale;
  }
  const BallGrid& grid() const { return grid_; }

 private:
  const SuperPoints& points_;
  BallGrid grid_;
};

}  // namespace arete::cpu
