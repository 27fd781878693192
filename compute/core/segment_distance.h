// The nearest place on a line segment to a point, and how far it is, in any dimension.
#pragma once

#include "compute/core/host_device.h"

namespace arete::shared {

/// The place on the segment from `a` to `b` (a = b allowed) that is nearest to `point`, `dim` coordinates each. With `infinite`, on the whole line
/// through a and b.
struct SegmentPlace {
  double share = 0;    ///< 0 at a, 1 at b
  double squared = 0;  ///< squared distance of the point from it
};
ARETE_HD SegmentPlace placeOnSegment(const double* point, const double* a, const double* b, int dim, bool infinite = false) {
  double along = 0, length = 0;
  for (int k = 0; k < dim; ++k) {
    const double direction = b[k] - a[k];
    along += direction * (point[k] - a[k]);
    length += direction * direction;
  }
  double share = length > 0 ? along / length : 0;
  if (!infinite) share = share < 0 ? 0 : share > 1 ? 1 : share;
  double sum = 0;
  for (int k = 0; k < dim; ++k) {
    const double difference = point[k] - (a[k] + share * (b[k] - a[k]));
    sum += difference * difference;
  }
  return {share, sum};
}

/// Squared distance from `point` to the segment, or to its line.
ARETE_HD double squaredDistanceToSegment(const double* point, const double* a, const double* b, int dim, bool infinite = false) {
  return placeOnSegment(point, a, b, dim, infinite).squared;
}

}  // namespace arete::shared
