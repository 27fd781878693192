// Where a junction whose arms are known goes, and what goes with it. Source: 2D, step 11b.
#pragma once

#include <utility>
#include <vector>

#include "compute/network/graph/node_graph.h"
#include "compute/network/junctions/line_meeting.h"
#include "compute/network/refit/contract.h"

namespace arete {

class JunctionFit {
 public:
  /// New places of nodes, the junction's own first; none where it stays.
  using Moved = std::vector<std::pair<uint32_t, shared::Vector3>>;

  JunctionFit(const RefitInput& in, std::span<const RidgeNode> nodes) : rules_(in.rules), nodes_(nodes), graph_(nodes.size(), in.edges) {}

  bool isJunction(uint32_t node) const { return graph_.degree(node) > 2; }
  /// With complete arms.
  Moved fit(uint32_t junction) const;
  /// The same, with arms that are walked as far as matters.
  Moved fitNear(uint32_t junction) const;

 private:
  Moved fit(uint32_t junction, std::span<const Branch> arms) const;
  void addLine(shared::LineMeeting& meeting, const Branch& arm) const;
  void straighten(const Branch& arm, const shared::Vector3& junction, Moved& moved) const;

  const NetworkRules& rules_;
  std::span<const RidgeNode> nodes_;
  ShrinkingGraph graph_;
};

/// Moves nodes, junction after junction, and returns how many moved.
uint32_t moveTo(std::span<const JunctionFit::Moved> moved, std::span<RidgeNode> nodes);

}  // namespace arete
