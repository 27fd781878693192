#include "compute/network/junctions/junction_fit.h"

#include <algorithm>

namespace arete {

using shared::Matrix3;
using shared::Vector3;

void JunctionFit::addLine(shared::LineMeeting& meeting, const Branch& arm) const {
  const double radius = nodes_[arm.nodes[0]].radius;
  const double to = std::min(rules_.refitTo * radius, arm.length() - (isJunction(arm.nodes.back()) ? rules_.refitFrom * radius : 0));
  std::vector<Vector3> seen;
  Vector3 sum;
  for (size_t i = 1; i < arm.nodes.size(); ++i)
    if (arm.along[i] >= rules_.refitFrom * radius && arm.along[i] <= to) seen.push_back(nodes_[arm.nodes[i]].place), sum = sum + seen.back();
  if (seen.size() < 2) return;
  const Vector3 mean = sum * (1 / double(seen.size()));
  Matrix3 spread;
  for (const Vector3& place : seen) addOuter(spread, place - mean, 1);
  meeting.addLine(mean, shared::symmetricEigen(spread).vector[0]);
}

JunctionFit::Moved JunctionFit::fit(uint32_t junction, std::span<const Branch> arms) const {
  shared::LineMeeting meeting;
  const RidgeNode& node = nodes_[junction];
  for (const Branch& arm : arms) addLine(meeting, arm);
  if (meeting.lines < 2) return {};
  const Vector3 step = meeting.place(node.place, rules_.refitStay * meeting.lines) - node.place;
  const double most = rules_.refitFarthest * node.radius, length = lengthOf(step);
  Moved moved{{junction, node.place + (length > most ? step * (most / length) : step)}};
  const Vector3 place = moved[0].second;
  for (const Branch& arm : arms) straighten(arm, place, moved);
  return moved;
}

void JunctionFit::straighten(const Branch& arm, const Vector3& junction, Moved& moved) const {
  double until = rules_.refitFrom * nodes_[arm.nodes[0]].radius;
  if (isJunction(arm.nodes.back())) until = std::min(until, arm.length() / 2);
  size_t next = 1;
  while (next + 1 < arm.nodes.size() && arm.along[next] < until) ++next;
  for (size_t i = 1; i < next; ++i)
    moved.emplace_back(arm.nodes[i], junction + (nodes_[arm.nodes[next]].place - junction) * (arm.along[i] / arm.along[next]));
}

JunctionFit::Moved JunctionFit::fit(uint32_t junction) const {
  std::vector<Branch> arms;
  for (const uint32_t next : graph_.neighbours(junction)) arms.push_back(branchOver(graph_, nodes_, junction, next));
  return fit(junction, arms);
}

JunctionFit::Moved JunctionFit::fitNear(uint32_t junction) const {
  constexpr double kMore = 1 + 1e-9;  // of the farthest that matters: what lies at the other end of a longer arm is out of sight
  const double farthest = (std::max(rules_.refitFrom, rules_.refitTo) + rules_.refitFrom) * nodes_[junction].radius * kMore;
  std::vector<Branch> arms;
  for (const uint32_t next : graph_.neighbours(junction)) arms.push_back(branchAsFarAs(graph_, nodes_, junction, next, farthest));
  return fit(junction, arms);
}

uint32_t moveTo(std::span<const JunctionFit::Moved> moved, std::span<RidgeNode> nodes) {
  std::vector<Vector3> places;
  for (const RidgeNode& node : nodes) places.push_back(node.place);
  for (const JunctionFit::Moved& all : moved)
    for (const auto& [node, place] : all) places[node] = place;
  uint32_t went = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i) went += nodes[i].place != places[i], nodes[i].place = places[i];
  return went;
}

}  // namespace arete
