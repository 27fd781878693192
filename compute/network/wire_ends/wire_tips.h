// Ends of wires and how far their points go on, however those are searched for.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/wire_ends/contract.h"
#include "compute/network/wire_gaps/strand_gaps.h"

namespace arete {

/// An end, where it points, and how far the next super-point may be.
struct WireTip {
  shared::Vector3 place, way;
  double step;
  uint32_t node;

  /// How far along its way a super-point is; `none` where that is beyond the step from what was reached, or too far across it (square: `near`).
  ARETE_HD double alongOf(const shared::Vector3& point, double before, double near, double none) const {
    const shared::Vector3 offset = point - place;
    const double along = dot(offset, way);
    return along <= before + step && squaredLength(offset) - along * along <= near ? along : none;
  }
};

/// The ends of all strands.
inline std::vector<WireTip> wireTips(const WireEndsInput& in, std::span<const RidgeNode> nodes, const StageContext& context) {
  const NodeGraph graph(nodes.size(), in.edges);
  std::vector<WireTip> tips;
  const auto add = [&](const Branch& strand) {
    const RidgeNode& end = nodes[strand.nodes.front()];
    tips.push_back({end.place, pointsTo(strand, nodes, in.r1, in.rules), in.rules.wireStep * end.radius, strand.nodes.front()});
  };
  for (const Branch& strand : strandsOf(graph, nodes)) context.checkStop(), add(strand), add(turned(strand));
  return tips;
}

/// A node beside a gap, and where the wire turns in it.
struct WireKink {
  uint32_t node;
  shared::Vector3 place;
};

/// A node with an edge across a gap, as an end that looks across it.
inline StrandEnd sideOfGap(const WireEndsInput& in, const NodeGraph& graph, std::span<const RidgeNode> nodes, uint32_t node, uint32_t across) {
  const auto both = graph.neighbours(node);
  const double tail = std::max(in.rules.wireTail * in.r1, in.rules.wireTailRadii * nodes[node].radius);
  const Branch behind = branchAsFarAs(graph, nodes, node, both[0] == across ? both[1] : both[0], tail);
  return {nodes[node].place, pointsTo(behind, nodes, in.r1, in.rules), behind.length(), node, 0};
}

/// Where the wire turns between two nodes; none where it goes on straight, or where their lines do not meet between them.
inline std::optional<WireKink> kinkIn(const WireEndsInput& in, const StrandEnd& a, const StrandEnd& b) {
  const shared::Vector3 gap = b.place - a.place;
  const double length = lengthOf(gap);
  if (missOf(a, b, gap, length, in.r1, in.rules) < 0) return {};
  const Meeting meeting = meetingOf(a, b, gap, length);
  if (meeting.alongA <= 0 || meeting.alongB <= 0 || meeting.alongA >= length || meeting.alongB >= length) return {};
  const shared::Vector3 place = (meeting.onA + meeting.onB) * 0.5;
  if (lengthOf(across(place - a.place, unit(gap))) <= in.rules.wireBeside * in.r1) return {};
  return WireKink{meeting.alongA <= meeting.alongB ? a.node : b.node, place};
}

/// Of all long edges: strands of sparse wires lead over pylons too.
inline std::vector<WireKink> wireKinks(const WireEndsInput& in, std::span<const RidgeNode> nodes) {
  const NodeGraph graph(nodes.size(), in.edges);
  std::vector<WireKink> kinks;
  for (const auto& [a, b] : in.edges) {
    const double longest = in.rules.wireTail * in.r1;
    if (distance(nodes[a].place, nodes[b].place) <= longest || graph.degree(a) != 2 || graph.degree(b) != 2) continue;
    if (const auto kink = kinkIn(in, sideOfGap(in, graph, nodes, a, b), sideOfGap(in, graph, nodes, b, a))) kinks.push_back(*kink);
  }
  return kinks;
}

/// Moves ends to where each reached and nodes beside gaps to where wires turn, and returns how many moved.
inline uint32_t moveTips(const WireEndsInput& in, std::span<const WireTip> tips, std::span<const double> reached, std::span<RidgeNode> nodes) {
  const std::vector<WireKink> kinks = wireKinks(in, nodes);
  for (const auto& [node, place] : kinks) nodes[node].place = place;
  auto went = uint32_t(kinks.size());
  for (size_t i = 0; i < tips.size(); ++i)
    if (reached[i] > 0) nodes[tips[i].node].place = tips[i].place + tips[i].way * reached[i], ++went;
  return went;
}

}  // namespace arete
