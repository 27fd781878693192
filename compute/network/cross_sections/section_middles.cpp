#include "compute/network/cross_sections/section_middles.h"

#include <algorithm>
#include <cmath>

#include "compute/network/rules/network_rules.h"

namespace arete {

using shared::Vector3;

SectionMiddles::SectionMiddles(const CrossSectionsInput& in, std::span<const RidgeNode> nodes, std::span<const uint32_t> owners)
    : in_(in), nodes_(nodes), graph_(nodes.size(), in.edges), starts_(nodes.size() + 1) {
  for (const uint32_t owner : owners)
    if (owner != kNobodys) ++starts_[owner + 1];
  for (size_t node = 0; node < nodes.size(); ++node) starts_[node + 1] += starts_[node];
  owned_.resize(starts_.back());
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (uint32_t point = 0; point < owners.size(); ++point)
    if (owners[point] != kNobodys) owned_[next[owners[point]]++] = point;
}

Vector3 SectionMiddles::meanBeyond(uint32_t node, uint32_t next) const {
  const double most = in_.r1;
  Vector3 sum = nodes_[next].place;
  double way = distance(nodes_[node].place, nodes_[next].place);
  int count = 1;
  for (uint32_t before = node; way < most && graph_.degree(next) == 2; ++count) {
    const std::span<const uint32_t> two = graph_.neighbours(next);
    const uint32_t after = two.front() == before ? two.back() : two.front();
    if (after == node) break;  // round a ring
    way += distance(nodes_[next].place, nodes_[after].place);
    sum = sum + nodes_[after].place;
    before = next, next = after;
  }
  return sum * (1.0 / count);
}

Vector3 SectionMiddles::direction(uint32_t node) const {
  const std::span<const uint32_t> two = graph_.neighbours(node);
  return unit(meanBeyond(node, two.back()) - (two.size() == 1 ? nodes_[node].place : meanBeyond(node, two.front())));
}

std::vector<uint32_t> SectionMiddles::nodesAlong(uint32_t node, double half) const {
  constexpr double kBeyond = 1.5;  // a slab also holds points of nodes behind it
  const double most = kBeyond * half * in_.r1;
  std::vector<uint32_t> along{node};
  std::vector<double> ways{0};
  for (size_t at = 0; at < along.size(); ++at)
    for (const uint32_t other : graph_.neighbours(along[at])) {
      const double way = ways[at] + distance(nodes_[along[at]].place, nodes_[other].place);
      if (way <= most && std::ranges::find(along, other) == along.end()) along.push_back(other), ways.push_back(way);
    }
  std::ranges::sort(along);
  return along;
}

std::vector<PlanePlace> SectionMiddles::section(uint32_t node, const AcrossFrame& frame, const Vector3& along, double half) const {
  std::vector<PlanePlace> places;
  for (const uint32_t other : nodesAlong(node, half))
    for (uint32_t i = starts_[other]; i < starts_[other + 1]; ++i) {
      const Vector3 way = (in_.points.places[owned_[i]] - nodes_[node].place) * (1 / in_.r1);
      if (std::abs(dot(way, along)) < half)
        places.push_back({dot(way, frame.first), dot(way, frame.second), double(in_.points.weights[owned_[i]]), dot(way, along)});
    }
  return places;
}

std::optional<Vector3> SectionMiddles::wayFrom(uint32_t node) const {
  if (graph_.degree(node) != 1 && graph_.degree(node) != 2) return {};
  const Vector3 along = direction(node);
  if (along == Vector3{}) return {};
  const AcrossFrame frame(along);
  std::vector<PlanePlace> places;
  for (const int times : {1, 2})
    if (places.size() < kFewestOnTube) places = section(node, frame, along, times * in_.rules.sectionHalf);
  const std::optional<FittedCircle> circle = robustTube(std::move(places));
  if (!circle || !(circle->radius <= in_.rules.sectionLargest) || !(circle->deviation < in_.rules.sectionRound * circle->radius) ||
      !(circle->error < in_.rules.sectionKnown * circle->radius))
    return {};
  return (frame.first * circle->centre.x + frame.second * circle->centre.y) * in_.r1;
}

Vector3 SectionMiddles::placeOf(uint32_t node, std::span<const std::optional<Vector3>> ways) const {
  std::vector<uint32_t> near{node};
  for (size_t edges = 0, begin = 0; edges < size_t(kSectionEdges); ++edges) {
    const size_t end = near.size();
    for (; begin < end; ++begin)
      for (const uint32_t other : graph_.neighbours(near[begin]))
        if (std::ranges::find(near, other) == near.end()) near.push_back(other);
  }
  Vector3 sum;
  int count = 0;
  for (const uint32_t other : near)
    if (ways[other]) sum = sum + *ways[other], ++count;
  if (count < kFewestSections) return nodes_[node].place;
  const Vector3 mean = sum * (1.0 / count);
  const bool agrees = ways[node] && distance(*ways[node], mean) < in_.rules.sectionAgrees * in_.r1;
  return nodes_[node].place + (agrees ? *ways[node] : mean);
}

}  // namespace arete
