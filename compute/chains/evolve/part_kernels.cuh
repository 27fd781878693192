// The kernels of evolve in parts: an iteration is a look and a move, with a wait of all GPUs behind each. See parts.cu for the idea.
#pragma once

#include "compute/chains/evolve/loop_look.cuh"
#include "compute/chains/evolve/loop_move.cuh"
#include "compute/chains/evolve/part_state.cuh"

namespace arete::cuda {

/// Looks at the part's due strips; launched as it comes, with any number of blocks. Does nothing once the run has ended.
template <class T, int D, bool kLarge>
__global__ void __launch_bounds__(kLoopBlock, kLarge ? kLoopBlocksEach : 1) lookPartKernel(LoopState<T> s, PartOrder<T> order) {
  __shared__ LookMemory<T, D> memory;
  const PartProgress now = *order.progress;
  if (blockIdx.x == 0 && threadIdx.x == 0) s.control->arrived = 0;  // for the barrier of the move
  if (now.ended || now.crowded || now.done == order.limit) return;
  if (threadIdx.x == 0) memory.lookedAt = 0, memory.start_ns = nanosecondsLow(), memory.late = false;
  __syncthreads();
  s.touched += (now.iteration & 1) * size_t(s.slots);
  const uint32_t turns = (*s.stripCount + kLoopBlock * gridDim.x - 1) / (kLoopBlock * gridDim.x);
  OwnStrip own = ownStrip(s, 0);
  const bool late = lookAtDueStrips<T, D, kLarge>(s, now.iteration, turns, now.resumes, own, memory);
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (memory.lookedAt > 0) atomicAdd(&s.counters[now.done].lookedAt, memory.lookedAt);
  if (late) atomicOr(order.own.late + (order.round & 1), s.control->crowded != 0 ? kLookUnfinished | kLookCrowded : kLookUnfinished);
}

/// The bits that any part's look has set in this round.
template <class T>
__device__ inline uint32_t lateOfAll(const PartOrder<T>& order) {
  uint32_t late = 0;
  for (uint32_t part = 0; part < order.count; ++part) late |= order.parts[part].late[order.round & 1];
  return late;
}

/// Moves a slot of which some part has changed the sums, from the sums of all. True when a coordinate changed.
template <class T>
__device__ inline bool movePartPoint(const LoopState<T>& s, const PartOrder<T>& order, uint32_t slot, uint32_t iteration, uint32_t* full) {
  const uint32_t lane = threadIdx.x % kWarp;
  const auto d = uint32_t(s.dimension);
  const uint32_t index = s.presentIndex[slot], known = lane < kTouching ? s.around[size_t(slot) * kTouching + lane] : kNoEntry;
  uint32_t count = 0;
  shared::FixedSum<T> sum = 0;
  for (uint32_t part = 0; part < order.count; ++part) {
    count += order.parts[part].counts[slot];
    if (lane < d) sum += DeviceSums<T>::read(order.parts[part].sums + (size_t(slot) * d + lane) * DeviceSums<T>::kWords);
  }
  T old = 0, moved = 0;
  if (lane < d) {
    old = moved = s.chosen[size_t(slot) * d + lane];
    if (count > 0) moved = shared::movedCoordinate(old, static_cast<T>(shared::fixedMean(sum, count, s.scale)), count, s.rule);
  }
  return moveTo(s, slot, index, known, old, moved, iteration, full);
}

/// Moves what any part has touched, and makes this part's marks of the next iteration ready, which nobody reads now. Returns this warp's number of
/// moved ones.
template <class T>
__device__ inline uint32_t movePartTouched(const LoopState<T>& s, const PartOrder<T>& order, uint32_t iteration, uint32_t* full) {
  const uint32_t lane = threadIdx.x % kWarp, warps = gridDim.x * kLoopWarps, own = blockIdx.x + gridDim.x * (threadIdx.x / kWarp);
  const size_t now = (iteration & 1) * size_t(s.slots), next = s.slots - now;
  uint32_t moved = 0;
  for (size_t first = own; first < s.slots; first += size_t(kWarp) * warps) {
    const size_t mine = first + size_t(lane) * warps;
    uint32_t touched = 0;
    if (mine < s.slots) {
      for (uint32_t part = 0; part < order.count; ++part) touched |= order.parts[part].touched[now + mine];
      order.own.touched[next + mine] = 0;
    }
    for (uint32_t left = __ballot_sync(kAllLanes, touched != 0); left != 0; left &= left - 1)
      moved += movePartPoint(s, order, uint32_t(first + size_t(__ffs(left) - 1) * warps), iteration, full);
  }
  return moved;
}

/// The end of an iteration on a part, after the looks of all; a cooperative launch. All parts do the same to their S. Where a look is not finished,
/// nothing but a note of that.
template <class T>
__global__ void __launch_bounds__(kLoopBlock) movePartKernel(LoopState<T> s, PartOrder<T> order) {
  __shared__ uint32_t blockMoved, blockFull;
  const PartProgress now = *order.progress;
  if (now.ended || now.crowded || now.done == order.limit) return;
  const bool isFirst = blockIdx.x == 0 && threadIdx.x == 0;
  const uint32_t late = lateOfAll(order);
  PartProgress after = now;
  if (threadIdx.x == 0) blockMoved = blockFull = 0;
  if (late == 0) {
    __syncthreads();
    const uint32_t moved = movePartTouched(s, order, now.iteration, &blockFull);
    if (moved > 0 && threadIdx.x % kWarp == 0) atomicAdd(&blockMoved, moved);
    if (s.history != nullptr) writeRows(s, s.history + size_t(now.done) * order.rowCount * uint32_t(s.dimension));
    __syncthreads();
    GridBarrier barrier(s);
    const unsigned long long mine = static_cast<unsigned long long>(blockMoved) << 32 | (blockFull != 0 ? Verdict::kFull : 0);
    const unsigned long long verdict = barrier.wait(&s.counters[now.done].verdict, mine);
    if (Verdict::isFull(verdict)) listCandidates(s, barrier);
    after = {now.done + 1, Verdict::moved(verdict) == 0, 0, now.iteration + 1, 0};
  } else {
    after.resumes = 1, after.crowded = (late & kLookCrowded) != 0;
  }
  if (!isFirst) return;
  order.own.late[~order.round & 1] = 0;  // of the next round; read by nobody now
  *order.progress = after;
  if (order.told != nullptr) {
    order.told->done = after.done, order.told->ended = after.ended, order.told->crowded = after.crowded;
    __threadfence_system();
  }
}

/// Makes the candidate lists; a cooperative launch after the barrier's words were cleared.
template <class T>
__global__ void __launch_bounds__(kLoopBlock) listPartKernel(LoopState<T> s) {
  GridBarrier barrier(s);
  listCandidates(s, barrier);
}

/// Copies S, in its order.
template <class T>
__global__ void __launch_bounds__(kLoopBlock) writePartRowsKernel(LoopState<T> s) {
  writeRows(s, s.rows);
}

}  // namespace arete::cuda
