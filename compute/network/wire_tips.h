// Ends of wires and how far their points go on, however those are searched for.
#pragma once

#include <algorithm>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/strands.h"
#include "compute/stages/wire_ends.h"

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

/// Moves ends to where each reached, and returns how many moved.
inline uint32_t moveTips(std::span<const WireTip> tips, std::span<const double> reached, std::span<RidgeNode> nodes) {
  uint32_t went = 0;
  for (size_t i = 0; i < tips.size(); ++i)
    if (reached[i] > 0) nodes[tips[i].node].place = tips[i].place + tips[i].way * reached[i], ++went;
  return went;
}

}  // namespace arete
