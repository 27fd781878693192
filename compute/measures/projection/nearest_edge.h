// What the versions of projection share: the formula of the nearest place, the tie rule, and the side. Internal to compute/measures/projection.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "compute/core/error.h"
#include "compute/core/segment_distance.h"
#include "compute/measures/projection/contract.h"

namespace arete::cpu {

struct NearestEdge {
  uint32_t edge = CurvePlace::kNowhere;
  shared::SegmentPlace place;

  /// Edges are offered in ascending order: of equally near ones the first stays. `dim`: of the curve, a constant where that is known.
  void offer(const double* point, const CurveEdges& curve, uint32_t candidate, int dim) {
    const CurveEdge& other = curve.edges[candidate];
    const double* const vertices = curve.vertices.data();
    const shared::SegmentPlace at =
        shared::placeOnSegment(point, vertices + size_t(other.a) * size_t(dim), vertices + size_t(other.b) * size_t(dim), dim);
    if (edge == CurvePlace::kNowhere || at.squared < place.squared) edge = candidate, place = at;
  }

  CurvePlace result(const double* point, const CurveEdges& curve) const {
    if (edge == CurvePlace::kNowhere) return {edge, 0, INFINITY};
    const double distance = std::sqrt(place.squared);
    if (curve.dimension != 2) return {edge, place.share, distance};
    const CurveEdge& at = curve.edges[edge];
    const double *from = &curve.vertices[2 * size_t(at.backwards ? at.b : at.a)], *to = &curve.vertices[2 * size_t(at.backwards ? at.a : at.b)];
    const double cross = (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);
    return {edge, place.share, cross < 0 && distance > 0 ? -distance : distance};
  }
};

inline void checkDimension(const PointArray& points, const CurveEdges& curve) {
  if (!curve.edges.empty() && !points.empty() && points.dimension() != curve.dimension)
    throw Error(ErrorKind::wrongUse, "cannot project the points onto the curve", "",
                "they have " + std::to_string(points.dimension()) + " coordinates and the curve " + std::to_string(curve.dimension),
                "give the curve of this cloud");
}

CurvePlaces projectSequential(const PointArray& points, const CurveEdges& curve, const StageContext& context);
CurvePlaces projectBoxes(const PointArray& points, const CurveEdges& curve, const StageContext& context);

}  // namespace arete::cpu
