// The inner loops of searches within a radius over points in blocks, compiled for each kind of processor.
#pragma once

#include "compute/neighbours/knn/block_search.h"
#include "compute/neighbours/within/found_row.h"

namespace arete::cpu {

/// Queries to be answered, and where the answers go.
template <class T>
struct BallQueries {
  PointsView<T> points;
  T limit;  ///< largestSquaredWithin()
  bool excludeSelf = false;
  const uint64_t* starts = nullptr;  ///< as in PointsWithin; of fill() alone
  uint32_t* indices = nullptr;
  T* distances = nullptr;
};

template <class T>
struct BallKernels {
  /// How many points belong to the ball of a query; `points`: how many there are in the tree.
  uint64_t (*count)(const BlockTreeView<T>&, uint32_t points, const BallQueries<T>&, uint32_t query);
  /// Finds them, `row` being room to work in.
  void (*fill)(const BlockTreeView<T>&, const BallQueries<T>&, uint32_t query, FoundRow<T>& row);
};

/// The fastest for this processor.
template <class T>
BallKernels<T> ballKernels(int dimension);

}  // namespace arete::cpu
