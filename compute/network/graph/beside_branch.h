// Which super-points lie beside a branch, where along it and how far off: this tells a street from the tail of the next one, and where it ends.
#pragma once

#include <algorithm>

#include "compute/network/graph/node_graph.h"
#include "compute/network/look/branch_side.h"
#include "compute/network/super_points/contract.h"

namespace arete {

using shared::Foot;
using shared::footOn;

/// A super-point by its nearest place on a branch.
struct Beside : shared::BranchSide {
  uint32_t point;
  int64_t weight;
};

/// The edge of a branch from its i-th node.
inline shared::BranchEdge edgeOf(std::span<const RidgeNode> nodes, const Branch& branch, size_t i) {
  return {.from = nodes[branch.nodes[i]].place,
          .to = nodes[branch.nodes[i + 1]].place,
          .along = branch.along[i],
          .length = branch.along[i + 1] - branch.along[i],
          .first = i == 0,
          .last = i + 2 == branch.nodes.size()};
}
inline Beside besideOf(const shared::BranchEdge& edge, const SuperPoints& points, uint32_t point) {
  return {edge.side(points.places[point], points.surface()), point, points.weights[point]};
}

/// Calls visit(beside) for what is within `width` of each edge of the branch that has a length, edge after edge: a point once for each that it is
/// beside. `Grid` has visitBall() of compute/network/look/ball_grid.h.
template <class Grid, class Visit>
void visitBeside(const SuperPoints& points, const Grid& grid, std::span<const RidgeNode> nodes, const Branch& branch, double width,
                 const Visit& visit) {
  for (size_t i = 0; i + 1 < branch.nodes.size(); ++i) {
    const shared::BranchEdge edge = edgeOf(nodes, branch, i);
    if (edge.length == 0) continue;
    grid.visitBall(edge.middle(), edge.reach(width), [&](uint32_t point, double) {
      if (const Beside beside = besideOf(edge, points, point); beside.squared <= width * width) visit(beside);
    });
  }
}

/// Those within `width` of the branch, by index. A branch that returns to the same place counts a point once, at the nearest place (ties: the
/// first; where a branch turns back on itself the right side). `Grid`: as for visitBeside().
template <class Grid>
std::vector<Beside> besideBranch(const SuperPoints& points, const Grid& grid, std::span<const RidgeNode> nodes, const Branch& branch, double width) {
  std::vector<Beside> found;
  visitBeside(points, grid, nodes, branch, width, [&](const Beside& beside) { found.push_back(beside); });
  std::ranges::sort(
      found, [](const Beside& one, const Beside& other) { return one.point < other.point || (one.point == other.point && one.isBefore(other)); });
  const auto isSame = [](const Beside& one, const Beside& other) { return one.point == other.point; };
  found.erase(std::unique(found.begin(), found.end(), isSame), found.end());
  return found;
}

}  // namespace arete
