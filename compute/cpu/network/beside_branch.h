// Which super-points lie beside a branch, where along it and how far off: what tells a street from the tail of the next one, and where it ends.
#pragma once

#include "compute/cpu/network/ball_grid.h"
#include "compute/cpu/network/node_graph.h"
#include "compute/stages/super_points.h"

namespace arete::cpu {

/// The place of the line through two places that is nearest to a third.
struct Foot {
  double part;     ///< of the way from the first to the second: below 0 or above 1 where it is beyond them
  double squared;  ///< squared distance to the nearest place between the two
};
Foot footOn(const shared::Vector3& from, const shared::Vector3& to, const shared::Vector3& place);

/// A super-point by its nearest place on a branch.
struct Beside {
  uint32_t point;
  double squared;  ///< distance to that place
  double along;    ///< of that place from the start; below 0 where the point lies beyond the start, above the length beyond the end
  bool left;       ///< in the plane: on that side, seen in walking order
  int64_t weight;
};

/// Those within `width` of the branch, by index. A branch that comes back to where it was counts a point once, at the nearest place (ties: the
/// first).
std::vector<Beside> besideBranch(const SuperPoints& points, const BallGrid& grid, std::span<const RidgeNode> nodes, const Branch& branch,
                                 double width);

}  // namespace arete::cpu
