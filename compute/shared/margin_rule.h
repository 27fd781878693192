// How squared distances become margins: how far chosen points may move before a point's assignment can change. The proof is in
// compute/cpu/evolve/accelerated.cpp; the accelerated versions of every backend use these numbers.
#pragma once

#include <limits>

#include "compute/shared/distance.h"

namespace arete::shared {

inline constexpr double kCellEdge = 1.25;  ///< of the cells that the cloud is sorted into, in R1
inline constexpr double kCap = 1.2;        ///< distance up to which all chosen points are candidates of a cell's points, in R1

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

}  // namespace arete::shared
