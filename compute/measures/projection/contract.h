// Stage "projection": where the points of a cloud lie along a curve. For every point the nearest place on the curve, how far it is, and to which
// side. It comes after a detection and changes nothing in it.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/large_vector.h"
#include "compute/core/point_array.h"
#include "compute/measures/projection/curve_edges.h"

namespace arete {

/// The place on a curve that is nearest to a point. No default values: a list of these is as long as a cloud.
struct CurvePlace {
  static constexpr uint32_t kNowhere = UINT32_MAX;

  uint32_t edge;  ///< of CurveEdges; kNowhere when the curve has none
  double share;   ///< 0…1 of the way from the edge's a to its b
  /// The distance, in the cloud's units; in 2D negative on the right of the path. Where a corner is the nearest place the side is that of `edge`.
  double offset;

  double distance() const { return std::abs(offset); }
  friend bool operator==(const CurvePlace&, const CurvePlace&) = default;
};

/// Along the path, from its start.
inline double arcLength(const CurvePlace& place, const CurveEdge& edge) {
  return edge.start + (edge.backwards ? 1 - place.share : place.share) * edge.length;
}

using CurvePlaces = LargeVector<CurvePlace>;

/// One for each point, in double whatever the coordinates' type is; ties go to the smaller (distance², edge). Coordinates of either are at most
/// 1e150. Points of another dimension than the curve: Error(wrongUse). Throws Cancelled.
using ProjectionFunction = CurvePlaces (*)(const PointArray& points, const CurveEdges& curve, const StageContext& context);

struct ProjectionVersion {
  std::string_view id, label;
  ProjectionFunction function;
};
/// Row 0 is the reference, the last one is the one to use; the same bits on any number of threads.
std::span<const ProjectionVersion> projectionVersions();
inline CurvePlaces project(const PointArray& points, const CurveEdges& curve, const StageContext& context) {
  return projectionVersions().back().function(points, curve, context);
}

/// The points of a piece of a path, those within reach of the curve only.
struct ProfileBin {
  double from = 0, to = 0;  ///< arc length
  uint64_t points = 0;
  double density = 0;  ///< points per length
  double offset = 0;   ///< their mean, signed in 2D; NaN without points
  double width = 0;    ///< root mean square distance from the curve; NaN without points
};

struct PathProfile {
  uint32_t path = 0;
  std::vector<ProfileBin> bins;  ///< as long as each other
};

/// Every path, in pieces of about `step` (> 0), but of at most kMostBins each. Points farther than `reach` are left out. Sums in the order of the
/// points: the same everywhere.
inline constexpr size_t kMostBins = 4096;
std::vector<PathProfile> profilesOf(const CurveEdges& curve, std::span<const CurvePlace> places, double reach, double step);

}  // namespace arete
