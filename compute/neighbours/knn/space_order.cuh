// Order along Hilbert's curve: points near each other in space become neighbours in memory, without the jumps of Morton's curve.
#pragma once

#include "compute/neighbours/knn/spatial_tree.cuh"

namespace arete::cuda {

/// The cell of a coordinate, of 2^bits.
template <class T>
__device__ uint32_t cellOf(const CodeFrame<T>& frame, int k, T x) {
  const uint32_t last = (1u << frame.bits) - 1;
  const T at = (x - frame.low[k]) * frame.cellsPerUnit;
  return at > T(0) ? at < T(last) ? uint32_t(at) : last : 0;
}

/// The place of a cell on the curve, cell[k] < 2^bits. The place among coarser cells is its upper bits. D: at least `dimension`.
/// Source: Skilling 2004, "Programming the Hilbert curve".
template <class Code, int D>
__device__ Code placeOnCurve(uint32_t (&cell)[D], int dimension, int bits) {
  for (uint32_t bit = 1u << (bits - 1); bit > 1; bit >>= 1) {
    const uint32_t below = bit - 1;
#pragma unroll
    for (int k = 0; k < D; ++k)
      if (k < dimension) {
        if (cell[k] & bit) cell[0] ^= below;
        else {
          const uint32_t swapped = (cell[0] ^ cell[k]) & below;
          cell[0] ^= swapped;
          cell[k] ^= swapped;
        }
      }
  }
  uint32_t last = 0;
#pragma unroll
  for (int k = 0; k < D; ++k)
    if (k < dimension) {
      if (k > 0) cell[k] ^= cell[k - 1];
      last = cell[k];
    }
  uint32_t turned = 0;
  for (uint32_t bit = 1u << (bits - 1); bit > 1; bit >>= 1)
    if (last & bit) turned ^= bit - 1;
#pragma unroll
  for (int k = 0; k < D; ++k)
    if (k < dimension) cell[k] ^= turned;
  Code code = 0;
  for (int bit = bits - 1; bit >= 0; --bit)
#pragma unroll
    for (int k = 0; k < D; ++k)
      if (k < dimension) code = code << 1 | (cell[k] >> bit & 1);
  return code;
}

/// Codes in order, and the points' numbers in that order.
struct SortedCodes {
  Buffer<uint64_t> codes;
  Buffer<uint32_t> order;
};

/// By radix sort, for wide frames. The order of ties is unspecified: it affects only speed.
template <class T>
SortedCodes sortBySpace(const DevicePointSet<T>& points, const CodeFrame<T>& frame, cudaStream_t stream);

inline constexpr uint32_t kBuildThreads = 256;

}  // namespace arete::cuda
