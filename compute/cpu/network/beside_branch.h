// Which super-points lie beside a branch, where along it and how far off: this tells a street from the tail of the next one, and where it ends.
#pragma once

#include <algorithm>
#include <tuple>

#include "compute/cpu/network/node_graph.h"
#include "compute/stages/super_points.h"

namespace arete::cpu {

/// The place on the line through two places that is nearest to a third.
struct Foot {
  double part;     ///< of the way from the first to the second: below 0 or above 1 where it is beyond them
  double squared;  ///< squared distance to the nearest place between the two
};
inline Foot footOn(const shared::Vector3& from, const shared::Vector3& to, const shared::Vector3& place) {
  const shared::Vector3 edge = to - from;
  if (squaredLength(edge) == 0) return {0, squaredDistance(place, from)};
  const double part = dot(place - from, edge) / squaredLength(edge);
  return {part, squaredDistance(place, from + edge * std::clamp(part, 0.0, 1.0))};
}

/// A super-point by its nearest place on a branch.
struct Beside {
  uint32_t point;
  double squared;  ///< distance to that place
  double along;    ///< of that place from the start; below 0 where the point lies beyond the start, above the length beyond the end
  bool left;       ///< in the plane: on that side, seen in walking order
  int64_t weight;

  /// Whether it is the one that counts of two of the same point.
  bool isBefore(const Beside& other) const { return std::tie(squared, along, left) < std::tie(other.squared, other.along, other.left); }
};

/// An edge of a branch, to look from.
struct BranchEdge {
  shared::Vector3 from, to;
  double along, length;  ///< of its start on the branch; its own
  bool first, last;      ///< the branch begins, ends with it

  BranchEdge(std::span<const RidgeNode> nodes, const Branch& branch, size_t i)
      : from(nodes[branch.nodes[i]].place),
        to(nodes[branch.nodes[i + 1]].place),
        along(branch.along[i]),
        length(branch.along[i + 1] - branch.along[i]),
        first(i == 0),
        last(i + 2 == branch.nodes.size()) {}

  shared::Vector3 middle() const { return (from + to) * 0.5; }
  /// Of a ball around the middle that holds all that is within this width of the edge.
  double reach(double width) const { return width + length / 2; }
  Beside beside(const SuperPoints& points, uint32_t point) const {
    const shared::Vector3 edge = to - from, offset = points.places[point] - from;
    const Foot foot = footOn(from, to, points.places[point]);
    double part = foot.part;  // beyond the branch's tips it goes on
    if (!first) part = std::max(part, 0.0);
    if (!last) part = std::min(part, 1.0);
    return {.point = point,
            .squared = foot.squared,
            .along = along + part * length,
            .left = edge.x * offset.y - edge.y * offset.x >= 0,
            .weight = points.weights[point]};
  }
};

/// Those within `width` of the branch, by index. A branch that returns to the same place counts a point once, at the nearest place (ties: the
/// first; where a branch turns back on itself the right side). `Grid` has visitBall() of compute/cpu/network/ball_grid.h.
template <class Grid>
std::vector<Beside> besideBranch(const SuperPoints& points, const Grid& grid, std::span<const RidgeNode> nodes, const Branch& branch, double width) {
  std::vector<Beside> found;
  for (size_t i = 0; i + 1 < branch.nodes.size(); ++i) {
    const BranchEdge edge(nodes, branch, i);
    if (edge.length == 0) continue;
    grid.visitBall(edge.middle(), edge.reach(width), [&](uint32_t point, double) {
      const Beside beside = edge.beside(points, point);
      if (beside.squared <= width * width) found.push_back(beside);
    });
  }
  std::ranges::sort(
      found, [](const Beside& one, const Beside& other) { return one.point < other.point || (one.point == other.point && one.isBefore(other)); });
  const auto isSame = [](const Beside& one, const Beside& other) { return one.point == other.point; };
  found.erase(std::unique(found.begin(), found.end(), isSame), found.end());
  return found;
}

}  // namespace arete::cpu
