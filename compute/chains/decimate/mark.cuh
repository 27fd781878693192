// Marks on removed points and their compaction by warp votes.
#pragma once

#include <cstdint>

#include "compute/gpu/warp.cuh"

namespace arete::cuda {

inline constexpr uint32_t kMarked = UINT32_MAX;  // in the place of an index

/// Moves the unmarked `indices` to the front, in order; *left is their number. Called by the whole block, done by its first warp.
__device__ inline void compactMarked(uint32_t* indices, uint32_t count, uint32_t* left) {
  __syncthreads();
  if (threadIdx.x >= kWarp) return;
  const uint32_t lane = threadIdx.x;
  uint32_t end = 0;
  for (uint32_t begin = 0; begin < count; begin += kWarp) {
    const uint32_t index = begin + lane < count ? indices[begin + lane] : kMarked;
    const uint32_t stays = __ballot_sync(kAllLanes, index != kMarked);
    if (index != kMarked) indices[end + __popc(stays & ((1u << lane) - 1))] = index;  // at or before the place it was read from
    end += __popc(stays);
    __syncwarp();
  }
  if (lane == 0) *left = end;
}

}  // namespace arete::cuda
