// What is known of a cloud without its points: all that a detection decides by, besides the points themselves. Every part of a cloud in parts
// has the same facts.
#pragma once

#include "compute/core/fixed_point.h"
#include "compute/core/point_cloud.h"

namespace arete {

struct CloudFacts {
  uint64_t count = 0;
  int dimension = 0;
  Scalar scalar = Scalar::float32;
  PointCloud::Origin origin{};
  Bounds bounds{};                ///< in local coordinates
  bool distancesInRange = true;   ///< PointCloud::distancesInRange()
  shared::FixedScale scale = {};  ///< makeFixedScale()
};

CloudFacts factsOf(const PointCloud& cloud);

/// As for a cloud (compute/core/fixed_scale.h).
shared::FixedScale makeFixedScale(const CloudFacts& facts);

/// Throws like those of a cloud (compute/core/fixed_scale.h), without naming a point.
void checkResolution(const CloudFacts& facts, double r1);
void checkDistances(const CloudFacts& facts, double r1, double r2);

}  // namespace arete
