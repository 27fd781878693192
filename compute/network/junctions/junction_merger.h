// Which junctions become one, and how, however the branches between them are listed. Source: 2D, step 11b.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/graph/node_graph.h"
#include "compute/network/junctions/contract.h"

namespace arete {

/// The place at this length along a branch.
inline shared::Vector3 placeAlong(const Branch& branch, double along, std::span<const RidgeNode> nodes) {
  size_t next = 1;
  while (next + 1 < branch.nodes.size() && branch.along[next] < along) ++next;
  const shared::Vector3 from = nodes[branch.nodes[next - 1]].place, to = nodes[branch.nodes[next]].place;
  const double length = branch.along[next] - branch.along[next - 1];
  return length > 0 ? from + (to - from) * std::min(1.0, (along - branch.along[next - 1]) / length) : to;
}

/// A branch whose two junctions become one.
struct MergedBranch {
  double share;  ///< of the bound
  Branch branch;
};

class JunctionMerger {
 public:
  JunctionMerger(const JunctionsInput& in, std::span<RidgeNode> nodes) : rules_(in.rules), nodes_(nodes), graph_(nodes.size(), in.edges) {}

  /// `list(bound, isTouch)`: of all branches those that merged() gives, in any order.
  template <class List>
  void merge(const List& list, const StageContext& context) {
    for (const bool isTouch : {false, true}) do
        context.checkStop();
      while (makeOne(list(isTouch ? rules_.tangentWithin : rules_.mergeWithin, isTouch)));
  }
  std::optional<MergedBranch> merged(Branch branch, double bound, bool isTouch) const;
  const NodeGraph& graph() const { return graph_; }

 private:
  bool isTangent(const Branch& branch) const;
  shared::Vector3 armDirection(uint32_t junction, uint32_t next) const;
  bool makeOne(std::vector<MergedBranch> branches);
  void makeOne(const Branch& branch);

  const NetworkRules& rules_;
  std::span<RidgeNode> nodes_;
  NodeGraph graph_;
};

}  // namespace arete
