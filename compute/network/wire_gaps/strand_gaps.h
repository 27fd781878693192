// Which ends of strands belong together across a gap, and what that costs. Source: 3D, C 5.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/network/wire_gaps/contract.h"
#include "compute/network/wire_strands/strands.h"
#include "compute/network/wire_strands/wire_pairs.h"

namespace arete {

struct StrandEnd {
  shared::Vector3 place, outwards;
  double length;  ///< of the strand
  uint32_t node, strand;
};

/// How far an end looks for others.
ARETE_HD double gapReach(const StrandEnd& end, double r1, const NetworkRules& rules) {
  return shared::lesser(rules.wireGap * r1, rules.wireGapShare * end.length);
}

/// Where the lines of two ends are nearest to each other between them.
struct Meeting {
  double alongA, alongB;  ///< from either end
  shared::Vector3 onA, onB;
};
/// `gap`: from one end to the other.
ARETE_HD Meeting meetingOf(const StrandEnd& a, const StrandEnd& b, const shared::Vector3& gap, double length) {
  constexpr double kParallel = 1e-9;
  const double together = dot(a.outwards, b.outwards), aheadA = dot(gap, a.outwards), aheadB = -dot(gap, b.outwards);
  const auto within = [&](double along) { return shared::lesser(shared::greater(along, 0.0), length); };
  const double apart = 1 - together * together;
  const double alongA = within(apart > kParallel ? (aheadA + together * aheadB) / apart : length / 2);
  const shared::Vector3 onA = a.place + a.outwards * alongA;
  const double alongB = within(dot(onA - b.place, b.outwards));
  return {alongA, alongB, onA, b.place + b.outwards * alongB};
}

/// How far the lines of two ends miss each other between them, `gap` from one to the other; below 0 where they do not point there, turn too much or
/// miss too far.
ARETE_HD double missOf(const StrandEnd& a, const StrandEnd& b, const shared::Vector3& gap, double length, double r1, const NetworkRules& rules) {
  constexpr double kNone = -1;
  if (dot(gap, a.outwards) <= 0 || -dot(gap, b.outwards) <= 0 || -dot(a.outwards, b.outwards) < rules.wireBend) return kNone;
  const Meeting meeting = meetingOf(a, b, gap, length);
  const double miss = distance(meeting.onA, meeting.onB);
  return miss <= rules.wireMeet * r1 + rules.wireMeetLong * length ? miss : kNone;
}

/// What it costs to join two ends, of which the second is within reach of the first; below 0 where they are no pair. Each pair is one from its lower
/// node.
ARETE_HD double gapCost(const StrandEnd& a, const StrandEnd& b, double r1, const NetworkRules& rules) {
  constexpr double kNone = -1;
  if (a.node >= b.node || a.strand == b.strand) return kNone;
  const shared::Vector3 gap = b.place - a.place;
  const double length = lengthOf(gap);
  if (length > rules.wireGapShare * b.length) return kNone;
  const double miss = missOf(a, b, gap, length, r1, rules);
  return miss < 0 ? kNone : length + rules.wireMiss * miss;
}

/// The ends of all strands of a graph.
inline std::vector<StrandEnd> strandEnds(const NodeGraph& graph, const WireGapsInput& in) {
  std::vector<StrandEnd> ends;
  uint32_t number = 0;
  const auto add = [&](const Branch& strand) {
    const uint32_t node = strand.nodes.front();
    ends.push_back({in.nodes[node].place, pointsTo(strand, in.nodes, in.r1, in.rules), strand.length(), node, number});
  };
  for (const Branch& strand : strandsOf(graph, in.nodes)) add(strand), add(turned(strand)), ++number;
  return ends;
}

/// The pairs that may be joined, each once, in any order, where there are so few ends that each can look at all others.
inline std::vector<StrandEdge> pairsOfFew(const std::vector<StrandEnd>& ends, const WireGapsInput& in) {
  std::vector<StrandEdge> pairs;
  for (const StrandEnd& end : ends) {
    const double reach = gapReach(end, in.r1, in.rules), squaredReach = reach * reach;
    for (const StrandEnd& other : ends) {
      if (squaredDistance(other.place, end.place) > squaredReach) continue;
      if (const double cost = gapCost(end, other, in.r1, in.rules); cost >= 0) pairs.push_back({cost, {end.node, other.node}});
    }
  }
  return pairs;
}

}  // namespace arete
