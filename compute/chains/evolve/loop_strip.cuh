// What small and large clouds have in common when they look at strips.
#pragma once

#include "compute/chains/evolve/loop_state.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

/// A strip's data in the thread that watches it.
struct OwnStrip {
  uint32_t index;
  Strip strip;
  StripState state;
};

/// A strip that is due.
struct alignas(16) DueStrip {
  uint32_t index, first;
  uint16_t count, owner;  // owner: thread of the block
  uint32_t slot;          // in large clouds: LoopState::stripSlots
  uint32_t listStart, listCount;
  double total;
};

template <class T, int D>
struct alignas(sizeof(T) * 4) Candidate {
  T at[D];
  uint32_t slot;
};

/// Shared memory of a block. D = 0: room for a few candidates of any dimension.
template <class T, int D>
struct LookMemory {
  static constexpr int kCoordinates = D > 0 ? D : kMaxDimension;
  static constexpr uint32_t kBatch = D > 0 ? kWarp : 8;  // candidates of a warp at a time
  DueStrip due[kLoopBlock];
  double earliest[kLoopBlock];  // by owner
  Candidate<T, kCoordinates> candidates[kLoopWarps][kBatch];
  uint32_t dueCount, taken;
  uint32_t start_ns;  // of the launch
  bool late;          // the time of the launch was up before a due strip was looked at
  uint32_t moved, full;
  unsigned long long lookedAt;
};

/// A margin as a float, rounded down and not below 0.
__device__ inline float downward(float margin) { return fmaxf(margin, 0.0f); }
__device__ inline float downward(double margin) { return fmaxf(__double2float_rd(margin), 0.0f); }

}  // namespace arete::cuda
