// k nearest neighbours in a cloud on disk. Queries come in batches that are close together. Round after round each query of a batch goes to the leaf
// whose box is nearest of those that it has not seen and that may still hold a neighbour; the queries of a leaf are searched together, leaf
// after leaf, while the next one is read. Most queries are done after one round. What a query carries from round to round is its neighbours
// and the last leaf; so the order is that of a best-first search, and memory is bounded however many boxes there are.
#pragma once

#include <filesystem>
#include <functional>

#include "compute/core/point_stream.h"
#include "compute/neighbours/outofcore/leaf_boxes.h"
#include "compute/neighbours/outofcore/leaf_cache.h"

namespace arete::outofcore {

/// How many leaves were looked into, and what was read for that.
struct DiskCounts {
  uint64_t lookedInto = 0;  ///< leaves, by the queries of a round together
  CacheCounts cache;
};

/// Throws what LeafIndex, LeafSearch and streams throw, Cancelled. One caller at a time.
template <class T>
class DiskSearch {
 public:
  /// Answered queries in any order; `names` are their numbers.
  using Take = std::function<void(const QueryBatch<T>& answered)>;

  /// `memory_bytes`: for everything, the leaves in the cache most of all. Throws Error(wrongUse) when it does not hold a few leaves.
  DiskSearch(const LeafIndex<T>& index, LeafSearch<T>& search, size_t memory_bytes);

  /// Finds the neighbours of all points of the index.
  void ofItself(uint32_t k, bool excludeSelf, const Take& take, const StageContext& context);
  /// Finds those of `queries`, given relative to the index's origin and in its coordinate type. More than one batch is first sorted by space
  /// in a temporary file in `folder`.
  void of(const PointStream& queries, uint32_t k, bool excludeSelf, const std::filesystem::path& folder, const Take& take,
          const StageContext& context);

  DiskCounts counts() const { return {lookedInto_, cache_.counts()}; }

 private:
  struct Wish {
    uint32_t leaf, query;
  };

  uint32_t batchSize(uint32_t k) const;
  void leafByLeaf(const LeafIndex<T>& queries, QueryBatch<T>& batch, const Take& take, const StageContext& context);
  void add(QueryBatch<T>& batch, const PointsView<T>& points, const uint32_t* names) const;
  void answer(QueryBatch<T>& batch, const StageContext& context);
  void findLeaves(const QueryBatch<T>& batch, std::span<const uint32_t> pending, const StageContext& context);
  void searchLeaves(QueryBatch<T>& batch, const StageContext& context);

  const LeafIndex<T>& index_;
  LeafSearch<T>& search_;
  const LeafBoxes<T> boxes_;
  size_t batch_bytes_, memory_bytes_;
  LeafCache<T> cache_;
  uint64_t lookedInto_ = 0;
  std::vector<LeafPlace<T>> last_;  // by query of the batch
  std::vector<Wish> wishes_;
};

}  // namespace arete::outofcore
