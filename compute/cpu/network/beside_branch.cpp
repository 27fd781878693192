#include "compute/cpu/network/beside_branch.h"

#include <algorithm>

namespace arete::cpu {

using shared::Vector3;

Foot footOn(const Vector3& from, const Vector3& to, const Vector3& place) {
  const Vector3 edge = to - from;
  if (squaredLength(edge) == 0) return {0, squaredDistance(place, from)};
  const double part = dot(place - from, edge) / squaredLength(edge);
  return {part, squaredDistance(place, from + edge * std::clamp(part, 0.0, 1.0))};
}

Beside besideEdge(const SuperPoints& points, uint32_t point, std::span<const RidgeNode> nodes, const Branch& branch, size_t i) {
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

}  // namespace arete::cpu
