// How squared distances become margins: how far chosen points may move before a point's assignment can change, when it is due again, and what counts
// as movement. The proof is in compute/chains/evolve/accelerated.cpp. Every loop of accelerated evolve, on threads and on the GPU, has its formulas
// and roundings from here.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "compute/core/distance.h"

namespace arete::shared {

inline constexpr double kCellEdge = 1.25;  ///< edge of the cells that the cloud is sorted into, in units of R1
inline constexpr double kCap = 1.2;        ///< distance up to which all chosen points are candidates of a cell's points, in units of R1

// Relative; each exceeds the error of the arithmetic that it is used in: totals and movements err upwards, deadlines downwards.
inline constexpr double kTotalUp = 1 + 4 * 2.220446049250313e-16, kDeadlineDown = 1 - 4 * 2.220446049250313e-16, kMovementUp = 1 + 1e-12;
inline constexpr double kLeastMovement = 2.2250738585072014e-308;         ///< the smallest normal number, so that no movement is 0
inline constexpr float kDistanceRounding = 1e-5f, kBallRounding = 4e-5f;  ///< error of a distance in float; of the sums in verdictOfBall

template <class T>
struct MarginRule {
  T reach;       ///< squared R1
  T cap;         ///< squared distance up to which all chosen points are among the candidates
  T toSecond;    ///< margin per difference of squared distances to the second-nearest and the nearest
  T toInside;    ///< … to R1, for an assigned point
  T toOutside;   ///< … for an unassigned point
  double slack;  ///< taken off for rounding
};

template <class T>
MarginRule<T> marginRule(double r1, int dimension) {
  const double roundoff = std::numeric_limits<T>::epsilon() / 2, cap = kCap * r1;
  const double error = (dimension + 8) / 2.0 * roundoff * kCellEdge * r1;
  return {squaredRadius<T>(r1), T(cap * cap), T(1 / (2 * (r1 + cap))), T(1 / (2 * r1)), T(1 / (r1 + cap)), 8 * error};
}

/// `x` in every element of a V.
template <class V, class T>
ARETE_HD_ALWAYS V spread(T x) {
  if constexpr (std::is_same_v<V, T>) return x;  // not V{} + x: compilers must keep that addition
  else return V{} + x;
}

/// The margin of a point at these squared distances from the nearest and the second-nearest candidate, before slack is taken off. `V`: T, or a vector
/// register of them for several points at once.
template <class V, class T>
ARETE_HD_ALWAYS V marginOf(V nearest, V second, const MarginRule<T>& rule) {
  const V cap = spread<V>(rule.cap), reach = spread<V>(rule.reach);
  const V outside = (lesser(nearest, cap) - reach) * rule.toOutside, toSecond = (lesser(second, cap) - nearest) * rule.toSecond,
          toInside = (reach - nearest) * rule.toInside;
  return reach < nearest ? outside : lesser(toSecond, toInside);
}

/// The total at which points are due whose assignments are certain for `margin` more than `total`; without a margin: at any further movement.
ARETE_HD double deadlineAfter(double total, double margin) {
  const double next = std::bit_cast<double>(std::bit_cast<int64_t>(total) + 1);  // the next larger number: total ≥ 0
  return margin > 0 ? greater((total + margin) * kDeadlineDown, next) : next;
}

/// How far a chosen point moved, from the sum of the squares of its coordinates' differences, computed in double.
ARETE_HD double movementOf(double squared) { return sqrt(squared) * kMovementUp + kLeastMovement; }

/// How far the chosen points around a cell have moved in all, once the largest `movement` of a step is added.
ARETE_HD double totalAfter(double total, double movement) { return (total + movement) * kTotalUp; }

/// What holds for all points in a ball: the chosen point that they are assigned to, and their margin; margin ≤ 0: nothing is certain.
struct BallVerdict {
  uint32_t slot;
  float margin;
};
/// From distances of the ball's centre. `slot`: of the nearest candidate; `none`: the slot of unassigned points. A point is at most the radius
/// nearer to or farther from anything than the centre is; chosen points that are no candidates are beyond the cap from any point.
ARETE_HD BallVerdict verdictOfBall(float nearest, float second, float radius, float r1, float cap, float slack, uint32_t slot, uint32_t none) {
  const float rounding = kBallRounding * (cap + radius + lesser(nearest, cap)) + slack;
  if (const float farthest = nearest + radius; farthest < r1)
    return {slot, lesser(r1 - farthest, (lesser(second - radius, cap) - farthest) / 2) - rounding};
  return {none, lesser(nearest - radius, cap) - r1 - rounding};
}

}  // namespace arete::shared
