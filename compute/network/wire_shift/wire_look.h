// Spheroids of super-points as the stages of wires look into them, all sums of integers. Source: 3D, C 2.
#pragma once

#include <algorithm>
#include <span>

#include "compute/network/look/ball_grid.h"
#include "compute/network/look/wire_step.h"

namespace arete::cpu {

class WireLook {
 public:
  /// For nodes of these radii. `points` and `rules` outlive the look.
  WireLook(const SuperPoints& points, double r1, const NetworkRules& rules, double least, double greatest, const StageContext& context)
      : points_(points), across_(rules.ball * r1), ball_(rules.ball), grid_(points.places, 3, rules.ball * least, rules.ball * greatest, context) {}

  WireSight operator()(const shared::Vector3& centre, const shared::Vector3& axis, double radius) const {
    const shared::Spheroid spheroid{centre, axis, ball_ * radius, across_};
    const shared::KernelSums sums = sumsOf(spheroid);
    return {shared::spheroidView(sums, spheroid, points_.kernelScale), sums.weight};
  }
  /// The view's mean.
  shared::Vector3 mean(const shared::Vector3& centre, const shared::Vector3& axis, double radius) const {
    const shared::Spheroid spheroid{centre, axis, ball_ * radius, across_};
    return shared::kernelMean(sumsOf(spheroid)) * spheroid.length;
  }

 private:
  shared::KernelSums sumsOf(const shared::Spheroid& spheroid) const {
    shared::KernelSums sums;
    grid_.visitBall(spheroid.centre, spheroid.length,
                    [&](uint32_t i, double) { add(sums, spheroid, points_.places[i], points_.weights[i], points_.kernelScale); });
    return sums;
  }

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
