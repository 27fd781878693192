// What the one-block sweeps of decimate share: points are decided one after the other, in index order, as in the reference; the threads
// of one block count the neighbours of the point whose turn it is. Only the counting is parallel.
#pragma once

#include <cub/block/block_reduce.cuh>

#include "compute/chains/decimate/contract.h"

namespace arete::cuda {

inline constexpr int kSweepBlock = 512;

/// Neighbours within R2 and within 2·R2, the point itself included; packed in one word so that one reduction adds both.
__device__ inline uint64_t packCounts(bool near, bool far) { return (uint64_t(near) << 32) | uint64_t(far); }

/// True on all threads when the point with these counts goes. `mine`: this thread's share. Ends with the block in step.
__device__ inline bool pointGoes(uint64_t mine) {
  using Reduce = cub::BlockReduce<uint64_t, kSweepBlock>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ bool goes;
  const uint64_t counts = Reduce(storage).Sum(mine);
  if (threadIdx.x == 0) goes = uint32_t(counts >> 32) >= kCrowd || uint32_t(counts) <= kLonely;
  __syncthreads();
  const bool result = goes;
  __syncthreads();  // before the shared words are used again
  return result;
}

}  // namespace arete::cuda
