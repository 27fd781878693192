// A tree of means: every node's points are parted by their nearest of K means, level after level. Source: vocabulary tree text.
#pragma once

#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_array.h"
#include "compute/cpu/grid/buffer.h"
#include "compute/shared/fixed_point.h"

namespace arete::cpu {

struct MeansNode {
  uint32_t begin = 0, end = 0;              ///< places of its points in MeansTree::order
  uint32_t firstChild = 0, childCount = 0;  ///< 0 children: a leaf
  uint32_t level = 0;
};

struct MeansTreeShape {
  uint32_t children;  ///< K, 2…64
  uint32_t levels;    ///< L: no node lies deeper
};

/// Nodes wait in three queues by size and are taken from one only while those before it are empty: large ones are worked on by all threads,
/// in blocks that are read forwards and backwards by turns, so that what the cache still holds is used first; normal ones by a thread each;
/// fragments, of which there are many, a pile at a time. Sums of coordinates are whole numbers, and ties go to the lower mean: the same tree
/// for every number of threads.
template <class T>
class MeansTree {
 public:
  /// Throws Cancelled.
  MeansTree(const PointsView<T>& points, shared::FixedScale scale, MeansTreeShape shape, const StageContext& context);

  const std::vector<MeansNode>& nodes() const { return nodes_; }  ///< the root first
  const T* mean(uint32_t node) const { return &means_[size_t(node) * size_t(dimension_)]; }
  std::span<const uint32_t> order() const { return order_.span(); }  ///< indices of points, node after node

 private:
  class Builder;

  int dimension_;
  std::vector<MeansNode> nodes_;
  std::vector<T> means_;
  Buffer<uint32_t> order_;
};

}  // namespace arete::cpu
