// Stage "super_points" of networks: the cloud as weighted places, one per occupied cell. From here on the cost depends on the cells, and the
// answer on the set of points, not on their order. Source: network, step 1.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/kept.h"
#include "compute/core/point_cloud.h"
#include "compute/network/rules/network_rules.h"
#include "compute/network/rules/ridge_move.h"

namespace arete {

class SphereField;

/// In the order of their cells, sorted by their coordinates along x, then y, then z. Once a stage has seen them, places and weights do not change.
struct SuperPoints {
  int dimension = 2;
  std::vector<shared::Vector3> places;  ///< means of the points of a cell, local coordinates of the cloud
  std::vector<int64_t> weights;         ///< numbers of points of a cell, at least 1
  double kernelScale = 1;               ///< for shared::KernelSums: no sum over these weights overflows
  Kept kept;                            ///< what versions derived from them

  std::optional<shared::Vector3> sphereCentre;  ///< of the unit sphere on which nodes stay; none where they do not

  uint32_t size() const { return uint32_t(places.size()); }
  /// Whether a curve among them has two sides: in the plane and on a sphere.
  bool isSurface() const { return dimension == 2 || sphereCentre.has_value(); }
  shared::NodeSurface surface() const { return {sphereCentre.has_value(), sphereCentre.value_or(shared::Vector3{})}; }
  /// Of the places as they lie on the sphere, around its centre. Means of points lie a little within it.
  Bounds boundsOnSphere() const;
  /// What these bounds cut out of the sphere; made once. Null where there is no sphere.
  std::shared_ptr<const SphereField> fieldOnSphere() const;
  /// The place, or on a sphere the nearest place on that.
  shared::Vector3 held(const shared::Vector3& place) const { return surface().held(place); }
};

/// Local radii of super-points, as stages read them.
using RadiiView = KeptView<double>;

struct SuperPointsInput {
  const PointCloud& cloud;
  double r1;  ///< > 0, in the cloud's units
  const NetworkRules& rules;
};

/// Cells are cubes of side `cell` · R1 from the minimum of the cloud's bounds: cell k holds the points with k <= (x - minimum) / side < k + 1. The
/// place is minimum + side · (k + s / (2^30 w)), where s sums 2^30 times the remainders of the division, truncated, and w is the number of points. On
/// a sphere places are still the means of points; sphereCentre says where the sphere is. Throws Error(wrongUse) where there would be 2^31 cells along
/// an axis, or as networkRules does; Cancelled.
using SuperPointsFunction = SuperPoints (*)(const SuperPointsInput&, const StageContext&);

/// The cells, for versions of the stage.
struct SuperCells {
  double side;
  shared::Vector3 minimum;
  std::array<uint32_t, 3> count{1, 1, 1};  ///< along each axis, at most 2^31
};
/// Throws as SuperPointsFunction says.
SuperCells superCells(const SuperPointsInput& in);
/// SuperPoints::kernelScale of a cloud of this many points.
double kernelScaleOf(uint32_t points);
/// The centre of the unit sphere around the file's origin, in local coordinates, where the rules ask for one.
std::optional<shared::Vector3> sphereCentreOf(const SuperPointsInput& in);

}  // namespace arete
