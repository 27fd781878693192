// Which super-points lie beside a branch, where along it and how far off: what tells a street from the tail of the next one, and where it ends.
#pragma once

#include <algorithm>
#include <tuple>

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

/// Where a point lies beside edge i of the branch.
Beside besideEdge(const SuperPoints& points, uint32_t point, std::span<const RidgeNode> nodes, const Branch& branch, size_t i);

/// Those within `width` of the branch, by index. A branch that comes back to where it was counts a point once, at the nearest place (ties: the
/// first). `Grid` has visitBall() of
/// compute/cpu/network/ball_grid.h.
template <class Grid>
std::vector<Beside> besideBranch(const SuperPoints& points, const Grid& grid, std::span<const RidgeNode> nodes, const Branch& branch, double width) {
  std::vector<Beside> found;
  for (size_t i = 0; i + 1 < branch.nodes.size(); ++i) {
    const double length = branch.along[i + 1] - branch.along[i];
    if (length == 0) continue;
    const shared::Vector3 middle = (nodes[branch.nodes[i]].place + nodes[branch.nodes[i + 1]].place) * 0.5;
    grid.visitBall(middle, width + length / 2, [&](uint32_t point, double) {  // holds all that is within the width of the edge
      const Beside beside = besideEdge(points, point, nodes, branch, i);
      if (beside.squared <= width * width) found.push_back(beside);
    });
  }
  std::ranges::sort(found, {}, [](const Beside& one) { return std::tuple(one.point, one.squared, one.along); });
  const auto farther = std::ranges::unique(found, {}, &Beside::point);
  found.erase(farther.begin(), farther.end());
  return found;
}

}  // namespace arete::cpu
