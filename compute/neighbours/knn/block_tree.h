// Points in blocks of kBlockPoints in the order of space, with a tree of boxes over the blocks: kFanOut neighbours of one level make a node
// of the next. No pointers, no empty nodes but the last of each level; boxes hug the points, so they are exact bounds in T.
#pragma once

#include <span>
#include <vector>

#include "compute/core/buffer.h"
#include "compute/core/device.h"
#include "compute/neighbours/knn/block_search.h"
#include "compute/neighbours/knn/space_order.h"

namespace arete::cpu {

inline constexpr int kMostTreeDimensions = 8;
inline constexpr double kTreePays = 400;  // queries times dimensions from which comparing all pairs takes longer than building the tree

template <class T>
class BlockTree {
 public:
  /// `names`: ascending indices that the points go by; empty: their places.
  BlockTree(const PointsView<T>& points, const StageContext& context, std::span<const uint32_t> names = {});

  BlockTreeView<T> view() const;
  /// Every point with its block, in the order of blocks: the queries when a cloud is searched in itself.
  std::vector<AskedPoint> itself() const;
  /// The queries in the order of space, each with a block near it; in their own order where the tree stays in the cache.
  std::vector<AskedPoint> sorted(const PointsView<T>& queries, const StageContext& context) const;
  /// Only the queries in `which`.
  std::vector<AskedPoint> sorted(const PointsView<T>& queries, std::span<const uint32_t> which, const StageContext& context) const;
  size_t bytes() const;

 private:
  void fill(const PointsView<T>& points, const SpaceOrder& order, std::span<const uint32_t> names, const StageContext& context);
  template <class QueryAt>
  std::vector<AskedPoint> sortedBy(size_t count, const QueryAt& queryAt, const PointsView<T>& queries, const StageContext& context) const;
  void makeBoxes(const StageContext& context);
  void putBox(uint32_t child, Buffer<T>& boxes, Buffer<uint32_t>& leastIndices) const;

  int dimension_;
  uint32_t blocks_;
  MortonCode code_;
  std::vector<uint32_t> firstCodes_;  // by block
  Buffer<T> coordinates_;
  Buffer<uint32_t> indices_;
  std::vector<Buffer<T>> boxes_;                // by level, see BlockTreeView
  std::vector<Buffer<uint32_t>> leastIndices_;  // by level
};

}  // namespace arete::cpu
