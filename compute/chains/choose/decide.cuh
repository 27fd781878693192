// The deciding block of choose.cuda.rounds: kDecide points at a time, all pairs of them as bits in shared memory, then rounds.
#pragma once

#include "compute/chains/choose/chosen_grid.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

inline constexpr uint32_t kDecide = 512, kWords = kDecide / kWarp;
inline constexpr uint32_t kLongPiece = 1u << 17;  // points that one launch decides: under 100 ms also when all are chosen

/// The progress of choose.
struct ChooseCounts {
  uint32_t chosen;
  uint32_t inserted;  // chosen points that are in the lists
  uint32_t left;      // points of the piece that nothing covers
  uint32_t unused;
};

/// Shared memory of the block: the open points of kDecide, in index order.
template <class T, int D>
struct DecideMemory {
  uint32_t reached[kWords][kDecide];  // bit b of [w][i]: the open point 32 w + b < i is within R1 of i
  uint32_t index[kDecide];
  T coordinates[D > 0 ? D : 1][kDecide];
  uint32_t undecided[kWords], chosen[kWords];  // bit masks of the open points; `undecided` also for counts of warps
};

/// Sums of a number over a block's warps: over all, and over those before this one. Needs a barrier before and after.
__device__ inline uint32_t totalOfWarps(const uint32_t (&ofWarp)[kWords], uint32_t& before) {
  uint32_t total = 0;
  for (uint32_t w = 0; w < kWords; ++w) {
    if (w == threadIdx.x / kWarp) before = total;
    total += ofWarp[w];
  }
  return total;
}

/// Which points of a piece nothing covers so far: a bit for each, and for each row of a warp's words whether any is set, as most rows have none.
struct OpenPoints {
  static constexpr uint32_t kRowPoints = kWarp * kWarp;

  uint32_t* words;
  uint32_t* rows;
};

/// Lists in `left` the open ones of `size` points from `first` on; returns their number. A warp takes rows that follow each other, and leaves them
/// marked as empty for the next piece.
template <class T, int D>
__device__ inline uint32_t listLeft(DecideMemory<T, D>& memory, const OpenPoints& open, uint32_t first, uint32_t size, uint32_t* left) {
  const uint32_t lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp, words = (size + kWarp - 1) / kWarp;
  const uint32_t rows = (words + kWarp - 1) / kWarp, each = (rows + kWords - 1) / kWords, begin = min(warp * each, rows),
                 end = min(begin + each, rows);
  const auto word = [&](uint32_t w) {
    return w >= words ? 0 : w + 1 < words || size % kWarp == 0 ? open.words[w] : open.words[w] & ((1u << size % kWarp) - 1);
  };
  const auto forEachRow = [&](const auto& visit) {
    for (uint32_t together = begin; together < end; together += kWarp)
      for (uint32_t some = __ballot_sync(kAllLanes, together + lane < end && open.rows[together + lane] != 0); some != 0; some &= some - 1)
        visit(together + __ffs(some) - 1);
  };
  uint32_t mine = 0, place = 0;
  forEachRow([&](uint32_t row) { mine += __popc(word(row * kWarp + lane)); });
  for (int step = kWarp / 2; step > 0; step /= 2) mine += __shfl_xor_sync(kAllLanes, mine, step);
  if (lane == 0) memory.undecided[warp] = mine;
  __syncthreads();
  const uint32_t total = totalOfWarps(memory.undecided, place);
  forEachRow([&](uint32_t row) {
    const uint32_t w = row * kWarp + lane;
    uint32_t bits = word(w), upTo = __popc(bits);
    for (int step = 1; step < int(kWarp); step *= 2)
      if (const uint32_t other = __shfl_up_sync(kAllLanes, upTo, step); lane >= uint32_t(step)) upTo += other;
    for (uint32_t at = place + upTo - __popc(bits); bits != 0; bits &= bits - 1, ++at) left[at] = first + w * kWarp + __ffs(bits) - 1;
    place += __shfl_sync(kAllLanes, upTo, kWarp - 1);
  });
  for (uint32_t row = begin + lane; row < end; row += kWarp) open.rows[row] = 0;
  __syncthreads();
  return total;
}

/// Collects the open points; returns their number.
template <class T, int D>
__device__ inline uint32_t collectOpen(DecideMemory<T, D>& memory, const ChosenGrid<T>& grid, bool open, uint32_t index) {
  const uint32_t lane = threadIdx.x % kWarp, lanes = __ballot_sync(kAllLanes, open);
  if (lane == 0) memory.undecided[threadIdx.x / kWarp] = __popc(lanes);
  __syncthreads();
  uint32_t before = 0;
  const uint32_t total = totalOfWarps(memory.undecided, before);
  if (open) {
    const uint32_t at = before + __popc(lanes & ((1u << lane) - 1));
    memory.index[at] = index;
    if constexpr (D > 0)
      for (int k = 0; k < D; ++k) memory.coordinates[k][at] = grid.point(index)[k * grid.cloud.coordinateStride];
  }
  __syncthreads();
  return total;
}

/// All pairs of open points within R1. Threads share the words below the diagonal evenly.
template <class T, int D>
__device__ inline void findReached(const ChosenGrid<T>& grid, DecideMemory<T, D>& memory, uint32_t open) {
  const size_t stride = grid.cloud.coordinateStride;
  const uint32_t rows = (open + 31) / 32;
  for (uint32_t task = threadIdx.x / kWarp; task < rows * (rows + 1) / 2; task += kWords) {  // one warp per square of 32 × 32
    uint32_t row = 0, w = task;
    while (w > row) w -= ++row;
    const uint32_t i = row * 32 + threadIdx.x % kWarp, end = min(i, w * 32 + 32);
    if (i >= open) continue;
    uint32_t bits = 0;
    for (uint32_t j = w * 32; j < end; ++j) {
      T squared;
      if constexpr (D > 0) squared = shared::squaredDistance(&memory.coordinates[0][i], kDecide, &memory.coordinates[0][j], kDecide, D);
      else squared = shared::squaredDistance(grid.point(memory.index[i]), stride, grid.point(memory.index[j]), stride, grid.cloud.dimension);
      bits |= uint32_t(squared <= grid.reach) << (j - w * 32);
    }
    memory.reached[w][i] = bits;
  }
  __syncthreads();
}

/// Decides the open points in rounds; afterwards memory.chosen has their masks.
template <class T, int D>
__device__ inline void decideOpen(DecideMemory<T, D>& memory, uint32_t open) {
  const uint32_t i = threadIdx.x, lane = i % kWarp, warp = i / kWarp;
  bool undecided = i < open, isChosen = false;
  for (;;) {
    const uint32_t undecidedLanes = __ballot_sync(kAllLanes, undecided), chosenLanes = __ballot_sync(kAllLanes, isChosen);
    if (lane == 0) memory.undecided[warp] = undecidedLanes, memory.chosen[warp] = chosenLanes;
    if (!__syncthreads_or(undecided)) return;
    if (undecided) {
      bool waits = false, out = false;
      for (uint32_t w = 0; w <= warp; ++w) {
        const uint32_t reached = memory.reached[w][i];
        out = out || (reached & memory.chosen[w]) != 0;
        waits = waits || (reached & memory.undecided[w]) != 0;
      }
      isChosen = !out && !waits;
      undecided = !out && waits;
    }
    __syncthreads();
  }
}

/// Appends the chosen ones of the open points to the `count` chosen points; returns how many.
template <class T, int D>
__device__ inline uint32_t appendChosen(const ChosenGrid<T>& grid, const DecideMemory<T, D>& memory, uint32_t count) {
  const auto d = uint32_t(grid.cloud.dimension);
  uint32_t before = 0, added = 0;
  for (uint32_t w = 0; w < kWords; ++w) {
    if (w == threadIdx.x / kWarp) before = added;
    added += __popc(memory.chosen[w]);
  }
  const uint32_t lanes = memory.chosen[threadIdx.x / kWarp];
  if (lanes >> threadIdx.x % kWarp & 1u) {
    const uint32_t number = count + before + __popc(lanes & ((1u << threadIdx.x % kWarp) - 1)), index = memory.index[threadIdx.x];
    grid.chosen[number] = index;
    for (uint32_t k = 0; k < d; ++k) grid.coordinates[size_t(number) * d + k] = grid.point(index)[k * grid.cloud.coordinateStride];
  }
  return added;
}

/// One block decides, in order, the points of a piece that nothing chosen before it covers, from the `begin`-th on, at most kLongPiece of them.
/// The points that it chooses last are inserted by the next launch.
template <class T, int D>
__global__ void __launch_bounds__(kDecide)
    decideKernel(ChosenGrid<T> grid, OpenPoints open, uint32_t first, uint32_t size, uint32_t begin, uint32_t* left, ChooseCounts* counts) {
  __shared__ DecideMemory<T, D> memory;
  const uint32_t total = begin > 0 ? counts->left : listLeft(memory, open, first, size, left);
  const uint32_t end = total - begin > kLongPiece ? begin + kLongPiece : total;
  uint32_t chosen = counts->chosen, inserted = begin > 0 ? counts->inserted : chosen;
  for (uint32_t at = begin; at < end; at += kDecide) {
    for (uint32_t part = threadIdx.x; part < (chosen - inserted) * kTouching; part += kDecide)
      grid.insert(inserted + part / kTouching, part % kTouching);
    inserted = chosen;
    __threadfence_block();
    __syncthreads();
    const bool exists = at + threadIdx.x < end;
    const uint32_t mine = exists ? left[at + threadIdx.x] : 0,
                   count = collectOpen(memory, grid, exists && (at == 0 || !grid.template covers<D>(mine)), mine);
    findReached(grid, memory, count);
    decideOpen(memory, count);
    chosen += appendChosen(grid, memory, chosen);
    __threadfence_block();
    __syncthreads();
  }
  if (threadIdx.x == 0) *counts = {chosen, inserted, total, 0};
}

}  // namespace arete::cuda
