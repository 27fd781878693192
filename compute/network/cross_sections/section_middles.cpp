#include "compute/network/cross_sections/section_middles.h"

#include <algorithm>
#include <cmath>

#include "compute/network/rules/network_rules.h"

namespace arete {

using shared::Vector3;

namespace {

/// Two directions that are across `along`, which has length 1, and across each other.
struct AcrossFrame {
  explicit AcrossFrame(const Vector3& along) {
    const double x = std::abs(along.x), y = std::abs(along.y), z = std::abs(along.z);
    const Vector3 axis = x <= y && x <= z ? Vector3{1} : y <= z ? Vector3{0, 1} : Vector3{0, 0, 1};
    first = unit(cross(along, axis)), second = cross(along, first);
  }
  Vector3 first, second;
};

}  // namespace

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

Vector3 SectionMiddles::direction(uint32_t node) const {
  const std::span<const uint32_t> two = graph_.neighbours(node);
  return unit(nodes_[two.back()].place - nodes_[two.size() == 1 ? node : two.front()].place);
}

std::vector<uint32_t> SectionMiddles::nodesAlong(uint32_t node) const {
  constexpr double kBeyond = 1.5;  // a slab also holds points of nodes behind it
  const double most = kBeyond * in_.rules.sectionHalf * in_.r1;
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

std::optional<Vector3> SectionMiddles::wayFrom(uint32_t node) const {
  if (graph_.degree(node) != 1 && graph_.degree(node) != 2) return {};
  const Vector3 along = direction(node);
  if (along == Vector3{}) return {};
  const AcrossFrame frame(along);
  std::vector<PlanePlace> places;  // in units of R1
  for (const uint32_t other : nodesAlong(node))
    for (uint32_t i = starts_[other]; i < starts_[other + 1]; ++i) {
      const Vector3 way = (in_.points.places[owned_[i]] - nodes_[node].place) * (1 / in_.r1);
      if (std::abs(dot(way, along)) < in_.rules.sectionHalf)
        places.push_back({dot(way, frame.first), dot(way, frame.second), double(in_.points.weights[owned_[i]])});
    }
  const std::optional<FittedCircle> circle = fittedCircle(places);
  if (!circle || !(circle->deviation < in_.rules.sectionRound * circle->radius) || !(circle->error < in_.rules.sectionKnown * circle->radius))
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
  return count < kFewestSections ? nodes_[node].place : nodes_[node].place + sum * (1.0 / count);
}

}  // namespace arete
