// Spheroids of super-points as references look into them, all sums of integers. Source: 3D, C 2.
#pragma once

#include <algorithm>
#include <span>

#include "compute/network/look/ball_grid.h"
#include "compute/network/look/spheroid_kernel.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete::cpu {

class SpheroidLook {
 public:
  /// For nodes of these radii. `points` outlives the look.
  SpheroidLook(const SuperPoints& points, double r1, double ball, double least, double greatest, const StageContext& context)
      : points_(points), across_(ball * r1), ball_(ball), grid_(points.places, 3, ball * least, ball * greatest, context) {}

  /// The sums over the spheroid of a node.
  shared::KernelSums sums(const shared::Vector3& centre, const shared::Vector3& axis, double radius) const {
    const shared::Spheroid spheroid{centre, axis, ball_ * radius, across_};
    shared::KernelSums sums;
    grid_.visitBall(spheroid.centre, spheroid.length,
                    [&](uint32_t i, double) { add(sums, spheroid, points_.places[i], points_.weights[i], points_.kernelScale); });
    return sums;
  }
  /// The view's mean.
  shared::Vector3 mean(const shared::Vector3& centre, const shared::Vector3& axis, double radius) const {
    return shared::kernelMean(sums(centre, axis, radius)) * (ball_ * radius);
  }

 private:
  const SuperPoints& points_;
  double across_, ball_;
  BallGrid grid_;
};

/// The least and the greatest radius of nodes that are not lost.
struct RadiusRange {
  double least, greatest;
};
inline RadiusRange radiusRange(std::span<const RidgeNode> nodes, double r1) {
  RadiusRange range{r1, r1};
  for (const RidgeNode& node : nodes)
    if (!node.lost) range = {std::min(range.least, node.radius), std::max(range.greatest, node.radius)};
  return range;
}

}  // namespace arete::cpu
