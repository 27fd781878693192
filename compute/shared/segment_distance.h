// Distance from a point to a line segment, in any dimension.
#pragma once

#include "compute/shared/host_device.h"

namespace arete::shared {

/// Squared distance from `point` to the segment from `a` to `b` (a = b allowed), `dim` coordinates each. With `infinite`, to the whole
/// line through a and b.
ARETE_HD double squaredDistanceToSegment(const double* point, const double* a, const double* b, int dim, bool infinite = false) {
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
  return sum;
}

}  // namespace arete::shared
