// Order along a curve through all cells: points that are near each other come to lie near each other.
#pragma once

#include "compute/cuda/knn/spatial_tree.cuh"

namespace arete::cuda {

/// Codes in order, and the points' numbers in that order.
template <class Code>
struct SortedCodes {
  Buffer<Code> codes;
  Buffer<uint32_t> order;
};

/// Ties in no promised order: it decides about speed only. Code: uint32_t, or uint64_t for a wide frame.
template <class T, class Code>
SortedCodes<Code> sortBySpace(const DevicePointSet<T>& points, const CodeFrame<T>& frame, cudaStream_t stream);

inline uint32_t blocksFor(size_t threads, uint32_t block) { return uint32_t((threads + block - 1) / block); }
inline constexpr uint32_t kBuildThreads = 256;

}  // namespace arete::cuda
