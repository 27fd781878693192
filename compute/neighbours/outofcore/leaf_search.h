// The part that differs between backends: comparing a set of queries with the points of one leaf.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/neighbours/outofcore/leaf_index.h"

namespace arete::outofcore {

/// Queries that are searched together, and their neighbours so far.
template <class T>
struct QueryBatch {
  int dimension = 1;
  uint32_t k = 1;
  bool excludeSelf = false;
  std::vector<T> coordinates;     ///< point after point
  std::vector<uint32_t> names;    ///< number of each query; with excludeSelf the index of the point that it is
  std::vector<uint32_t> indices;  ///< k per query, nearest first; then UINT32_MAX where there is none yet
  std::vector<T> distances;       ///< squared, k per query; anything where there is no index

  uint32_t count() const { return uint32_t(names.size()); }
  PointsView<T> points() const { return {coordinates.data(), count(), dimension, size_t(dimension), 1}; }
};

/// What a search keeps for a leaf besides its points, or instead of them.
struct PreparedLeaf {
  virtual ~PreparedLeaf() = default;
  virtual size_t bytes() const = 0;
};

/// A leaf in memory.
template <class T>
struct LoadedLeaf {
  LeafPoints<T> points;                    ///< may be cleared by the search once it has prepared the leaf
  std::unique_ptr<PreparedLeaf> prepared;  ///< made by the search when it pays
  uint64_t asked = 0;                      ///< queries so far

  size_t bytes() const { return points.bytes() + (prepared ? prepared->bytes() : 0); }
};

/// Searches the leaves of one index. A batch is begun, searched in rounds, and ended; batches do not overlap. Throws Cancelled, after which
/// another batch may begin.
template <class T>
class LeafSearch {
 public:
  virtual ~LeafSearch() = default;
  /// Tells which leaves there are; called once, before the first batch.
  virtual void open(std::span<const Leaf>) {}
  /// The most host memory that a leaf of `points` points needs, while it is searched and kept.
  virtual size_t mostBytes(uint32_t points) const = 0;
  /// `batch` has its queries, and no neighbours yet.
  virtual void begin(const QueryBatch<T>&, const StageContext&) {}
  /// Whether the search has the leaf's points and needs no others.
  virtual bool holds(uint32_t) const { return false; }
  /// Offers every point of leaf `number` to the queries `which`, each of which visits only one leaf per round. `leaf`: null when holds(number), else
  /// valid until the next call; its `asked` counts them already.
  virtual void search(uint32_t number, LoadedLeaf<T>* leaf, QueryBatch<T>& batch, std::span<const uint32_t> which, const StageContext& context) = 0;
  /// After this the last neighbour of each query of the round is in the batch.
  virtual void endRound(QueryBatch<T>&, const StageContext&) {}
  /// After this all neighbours are in the batch.
  virtual void end(QueryBatch<T>&, const StageContext&) {}
};

/// Makes a version's search in leaves, for points with `dimension` coordinates.
struct LeafSearchFunctions {
  std::unique_ptr<LeafSearch<float>> (*ofFloats)(int dimension, const ParamValues& params) = nullptr;
  std::unique_ptr<LeafSearch<double>> (*ofDoubles)(int dimension, const ParamValues& params) = nullptr;
  template <class T>
  std::unique_ptr<LeafSearch<T>> make(int dimension, const ParamValues& params) const {
    if constexpr (sizeof(T) == sizeof(float)) return ofFloats(dimension, params);
    else return ofDoubles(dimension, params);
  }
};

}  // namespace arete::outofcore
