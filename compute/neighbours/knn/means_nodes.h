// The nodes of a tree of means, for any backend that divides their points: queues by size, numbers, boxes. Source: vocabulary tree text.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

struct MeansNode {
  uint32_t begin = 0, end = 0;              ///< places of its points in the tree's order
  uint32_t firstChild = 0, childCount = 0;  ///< 0 children: a leaf
  uint32_t level = 0;

  uint32_t size() const { return end - begin; }
};

struct MeansTreeShape {
  uint32_t children;  ///< K, 2…64
  uint32_t levels;    ///< L: no node lies deeper
};

/// Means are moved at most this often.
inline constexpr int kMostTurns = 20;

/// The division of a node: where each mean's points begin, then the end; and the means, row after row.
template <class T>
struct PartedNode {
  std::vector<uint32_t> begins;
  std::vector<T> means;
};

/// Grows by dividing the nodes that next() gives and adopting the results in the same order, so that the numbers of nodes do not depend on
/// how many are divided at a time. Nodes wait in three queues by size; a queue is used only while those before it are empty.
template <class T>
class MeansNodes {
 public:
  enum class Size : uint8_t { large, normal, fragment };
  /// All of the same size.
  struct Batch {
    Size size = Size::large;
    std::vector<uint32_t> nodes;
  };

  /// One node with all points. Its mean is not used.
  MeansNodes(uint32_t points, int dimension, MeansTreeShape shape);

  const std::vector<MeansNode>& nodes() const { return nodes_; }  ///< the root first
  const T* mean(uint32_t node) const { return &means_[size_t(node) * dimension_]; }
  std::span<const T> means() const { return means_; }  ///< node after node
  int dimension() const { return int(dimension_); }
  MeansTreeShape shape() const { return shape_; }

  /// Nodes to be divided: one large one; else at most `normal` normal ones; else all fragments. None: the tree is complete.
  Batch next(size_t normal);
  void adopt(uint32_t number, const PartedNode<T>& parted);
  /// Approximate share of the work done.
  double done() const { return 1 - double(waiting_) / (double(nodes_.front().size()) * shape_.levels + 1); }

  /// The coordinates of a node's first means: a point from each K-th part of its points, drawn by the node's place. `order`: indices of
  /// the points, place after place.
  std::vector<T> firstMeans(const MeansNode& node, const PointsView<T>& points, const uint32_t* order) const;
  /// Boxes of the points of each node at a level.
  std::vector<Bounds> cells(uint32_t level, const PointsView<T>& points, const uint32_t* order) const;

 private:
  void enqueue(uint32_t node);

  const size_t dimension_;
  const MeansTreeShape shape_;
  std::vector<MeansNode> nodes_;
  std::vector<T> means_;
  std::deque<uint32_t> queues_[3];  // by Size
  uint64_t waiting_ = 0;            // points in the queues
};

}  // namespace arete
