// Stage "super_points" of networks: the cloud as weighted places, one for each occupied cell. From here on the cost depends on the cells, and the
// answer on the set of points, not on their order. Source: network, step 1.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_cloud.h"
#include "compute/shared/vector3.h"
#include "compute/stages/network_rules.h"

namespace arete {

/// In the order of their cells, sorted by their coordinates along x, then y, then z.
struct SuperPoints {
  int dimension = 2;
  std::vector<shared::Vector3> places;  ///< means of the points of a cell, local coordinates of the cloud
  std::vector<int64_t> weights;         ///< numbers of points of a cell, at least 1
  double kernelScale = 1;               ///< for shared::KernelSums: no sum over these weights overflows

  uint32_t size() const { return uint32_t(places.size()); }
};

struct SuperPointsInput {
  const PointCloud& cloud;
  double r1;  ///< > 0, in the cloud's units
  const NetworkRules& rules;
};

/// Cells are cubes of side `cell` · R1 from the minimum of the cloud's bounds: cell k holds the points with k <= (x - minimum) / side < k + 1. The
/// place is minimum + side · (k + s / (2^30 w)), s the sum of what 2^30 times the rest of the division is cut to, w the number of points. Throws
/// Error(wrongUse) where there would be 2^31 cells along an axis, or as networkRules does; Cancelled.
using SuperPointsFunction = SuperPoints (*)(const SuperPointsInput&, const StageContext&);

}  // namespace arete
