// The branches and the edges of a network for versions that find the nearest edge in a tree: made by all threads.
#pragma once

#include "compute/core/segment_tree.h"
#include "compute/network/graph/branches_side_by_side.h"
#include "compute/network/side_lines/side_finder.h"

namespace arete {

class SideTree {
 public:
  SideTree(const SideLinesInput& in, const StageContext& context)
      : branches_(in, allBranches(ShrinkingGraph(in.nodes.size(), in.edges), in.nodes, context), context),
        tree_(endsOf(branches_.edges(), in.points.dimension), in.points.dimension, context.device.threads()) {
    context.checkStop();
  }

  const SideBranches& branches() const { return branches_; }
  const SegmentTree& tree() const { return tree_; }
  /// As long as this is there.
  NearestEdge nearest() const {
    return [this](const shared::Vector3& place, double within) {
      const double coordinates[] = {place.x, place.y, place.z};
      const SegmentTree::Nearest found = tree_.nearestWithin({coordinates, size_t(tree_.view().dimension)}, within * within);
      return found.segment == SegmentTree::kNone ? UINT32_MAX : tree_.number(found.segment);
    };
  }

 private:
  SideBranches branches_;
  SegmentTree tree_;
};

}  // namespace arete
