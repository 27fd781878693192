// What a curve explains of its cloud: the points within reach of it, as a whole, by component and edge by edge. Made of a projection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/measures/projection/contract.h"

namespace arete {

/// Points within this many R1 of the curve are explained by it unless another reach is asked for: chosen points see R1, and about 95 % of points with
/// normal noise of R1 / 2 around a curve lie within it.
inline constexpr double kReachInR1 = 2;

/// The points that belong to a curve, or to one component: those nearer to it than to any other.
struct ExplainedShare {
  uint64_t points = 0;
  uint64_t beyond = 0;  ///< farther than the reach
  double share() const { return points > 0 ? double(beyond) / double(points) : 0; }
  friend bool operator==(const ExplainedShare&, const ExplainedShare&) = default;
};

struct Explanation {
  double reach = 0;                        ///< in the cloud's units
  ExplainedShare all;                      ///< without a curve every point is beyond
  std::vector<ExplainedShare> components;  ///< by component
  // By edge, of the points within reach that are nearest to it.
  std::vector<double> density;     ///< points per length; NaN where an edge has no length
  std::vector<double> width;       ///< root mean square distance; NaN without points
  std::vector<double> pathLength;  ///< of the path that it belongs to
  double meanDistance = 0;         ///< of all points; NaN without points or curve
};

/// Sums are added in the order of the points: the same everywhere.
Explanation explain(const CurveEdges& curve, std::span<const CurvePlace> places, double reach);

}  // namespace arete
