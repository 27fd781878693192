// Every point against every query, k nearest of each: brute force for small or exact searches.
#pragma once

#include "compute/gpu/buffer.h"
#include "compute/neighbours/knn/keys.cuh"

namespace arete::cuda {

template <class T>
struct ScanTask {
  Strided<T> points;
  const uint32_t* indices;  ///< of the points; null: firstIndex and on
  uint32_t firstIndex;
  uint32_t count;
  int dimension;
  Strided<T> queries;
  const uint32_t* names;  ///< of the queries; null: their own numbers
  const uint32_t* which;  ///< queries that take part; null: the first ones
  uint32_t whichCount;
  uint32_t k;
  bool excludeSelf;  ///< a query does not take the point whose index is its name
  Key<T>* lists;     ///< k keys a query, in order; noKey() where there is no neighbour yet
};

/// Offers all points to the queries. Launches one kernel and does not wait; a launch takes about points · queries · 0.5 ps.
template <class T>
void scanPoints(const ScanTask<T>& task, const cudaDeviceProp& properties, cudaStream_t stream);

/// Indices and squared distances of keys.
template <class T>
void takeApart(const Key<T>* keys, size_t count, uint32_t* indices, T* squared, cudaStream_t stream);

/// Pairs of a point and a query that one launch may have, so that none takes longer than some tens of milliseconds.
inline constexpr uint64_t kMostPairs = uint64_t(1) << 35;

}  // namespace arete::cuda
