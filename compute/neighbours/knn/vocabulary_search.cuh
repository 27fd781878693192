// Searches a tree of means: the means alone decide which leaves a query looks through; then their points, as far as they are on the GPU.
#pragma once

#include "compute/gpu/buffer.h"
#include "compute/neighbours/knn/keys.cuh"
#include "compute/neighbours/knn/means_nodes.h"

namespace arete::cuda {

/// A tree of means in device memory.
template <class T>
struct MeansTreeView {
  const MeansNode* nodes;
  const T* means;  ///< node after node
  uint32_t count;
  int dimension;
};

/// Leaves of each query, nearest means first.
template <class T>
struct LeafChoice {
  Strided<T> queries;
  uint32_t first, count;   ///< of this launch
  uint32_t leaves;         ///< wanted
  uint32_t fewestPoints;   ///< that they must have together, so long as there are more leaves
  uint32_t most;           ///< leaves that there is room for: the larger of the two
  uint32_t* chosen;        ///< `most` a query
  uint32_t* chosenCounts;  ///< by query
  Key<T>* heaps;           ///< heapSize a warp
  uint32_t warps, heapSize;
  uint32_t* overflows;  ///< counts queries whose heap was too small, which have kOverflowed chosen leaves
  bool again;           ///< only those again; heaps have room for all nodes
};
inline constexpr uint32_t kOverflowed = UINT32_MAX;
template <class T>
void chooseLeaves(const MeansTreeView<T>& tree, const LeafChoice<T>& choice, cudaStream_t stream);

/// Some of the tree's points in device memory.
template <class T>
struct LeafScan {
  const T* packed;          ///< packed points
  const uint32_t* indices;  ///< of them
  uint32_t begin, end;      ///< their places in the tree's order
  uint32_t firstName;       ///< number of query 0; its own number is left out when excludeSelf
  bool excludeSelf;
  uint32_t k;
  Key<T>* lists;  ///< k a query, in order
};
/// Offers those points of the chosen leaves that are on the GPU to the queries.
template <class T>
void scanLeaves(const MeansTreeView<T>& tree, const LeafChoice<T>& choice, const LeafScan<T>& scan, cudaStream_t stream);

}  // namespace arete::cuda
