#include "compute/cpu/network/beside_branch.h"

#include <algorithm>
#include <tuple>

namespace arete::cpu {

using shared::Vector3;

Foot footOn(const Vector3& from, const Vector3& to, const Vector3& place) {
  const Vector3 edge = to - from;
  if (squaredLength(edge) == 0) return {0, squaredDistance(place, from)};
  const double part = dot(place - from, edge) / squaredLength(edge);
  return {part, squaredDistance(place, from + edge * std::clamp(part, 0.0, 1.0))};
}

/// Where a point lies beside edge i of the branch.
static Beside besideEdge(const SuperPoints& points, uint32_t point, std::span<const RidgeNode> nodes, const Branch& branch, size_t i) {
  const Vector3 start = nodes[branch.nodes[i]].place, end = nodes[branch.nodes[i + 1]].place;
  const Vector3 edge = end - start, offset = points.places[point] - start;
  const Foot foot = footOn(start, end, points.places[point]);
  double part = foot.part;  // beyond the branch's tips it goes on
  if (i > 0) part = std::max(part, 0.0);
  if (i + 2 < branch.nodes.size()) part = std::min(part, 1.0);
  return {.point = point,
          .squared = foot.squared,
          .along = branch.along[i] + part * (branch.along[i + 1] - branch.along[i]),
          .left = edge.x * offset.y - edge.y * offset.x >= 0,
          .weight = points.weights[point]};
}

std::vector<Beside> besideBranch(const SuperPoints& points, const BallGrid& grid, std::span<const RidgeNode> nodes, const Branch& branch,
                                 double width) {
  std::vector<Beside> found;
  for (size_t i = 0; i + 1 < branch.nodes.size(); ++i) {
    const double length = branch.along[i + 1] - branch.along[i];
    if (length == 0) continue;
    const Vector3 middle = (nodes[branch.nodes[i]].place + nodes[branch.nodes[i + 1]].place) * 0.5;
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
