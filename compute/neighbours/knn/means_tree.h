// A tree of means: every node's points are divided by the nearest of K means, level after level. Source: vocabulary tree text.
#pragma once

#include <span>

#include "compute/core/buffer.h"
#include "compute/core/device.h"
#include "compute/core/fixed_point.h"
#include "compute/neighbours/knn/means_nodes.h"

namespace arete::cpu {

/// The large ones of the waiting nodes (compute/neighbours/knn/means_nodes.h) are worked on by all threads, in blocks that are read forwards and
/// backwards by turns, so that what the cache still holds is used first; normal ones get a thread each; the many fragments are done in batches. Sums
/// of coordinates are integers, and ties go to the lower mean: the same tree for every number of threads.
template <class T>
class MeansTree {
 public:
  /// Throws Cancelled.
  MeansTree(const PointsView<T>& points, shared::FixedScale scale, MeansTreeShape shape, const StageContext& context);

  const MeansNodes<T>& tree() const { return tree_; }
  const std::vector<MeansNode>& nodes() const { return tree_.nodes(); }
  std::span<const uint32_t> order() const { return order_.span(); }  ///< indices of points, node after node

 private:
  class Builder;

  MeansNodes<T> tree_;
  Buffer<uint32_t> order_;
};

}  // namespace arete::cpu
