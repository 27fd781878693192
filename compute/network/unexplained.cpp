#include "compute/network/unexplained.h"

#include <algorithm>

namespace arete {

static double boxArea(std::span<const shared::Vector3> places) {
  const auto width = [&](double shared::Vector3::*axis) {
    const auto [least, most] = std::ranges::minmax(places, {}, axis);
    return most.*axis - least.*axis;
  };
  return width(&shared::Vector3::x) * width(&shared::Vector3::y);
}

Unexplained unexplainedBy(const CrestInput& in, std::span<const Edge> edges, std::span<const uint8_t> isNear) {
  constexpr double kLeastShare = 0.25;
  Unexplained found;
  found.points.dimension = in.points.dimension;
  int64_t weight = 0;
  for (uint32_t i = 0; i < in.points.size(); ++i) {
    if (isNear[i] != 0) continue;
    found.points.places.push_back(in.points.places[i]), found.points.weights.push_back(in.points.weights[i]);
    weight += in.points.weights[i];
  }
  if (weight == 0) return found;
  double length = 0;
  for (const Edge& edge : edges) length += distance(in.nodes[edge.a].place, in.nodes[edge.b].place);
  const double box = boxArea(in.points.places);
  const double area = std::max(kLeastShare * box, box - 2 * in.rules.crestAway * in.r1 * length);
  if (area > 0) found.intensity = double(weight) / area;
  return found;
}

}  // namespace arete
