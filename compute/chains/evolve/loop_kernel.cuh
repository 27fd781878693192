// The kernel of accelerated evolve: iterations until S stands still, all in one launch. See accelerated.cu for the idea.
#pragma once

#include "compute/chains/evolve/loop_look.cuh"
#include "compute/chains/evolve/loop_move.cuh"
#include "compute/chains/evolve/onchip_loop.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

template <class T, int D, bool kLarge>
__global__ void __launch_bounds__(kLoopBlock, kLarge ? kLoopBlocksEach : 1) loopKernel(LoopState<T> s, LoopOrder order) {
  __shared__ LookMemory<T, D> memory;
  GridBarrier barrier(s);
  const bool isFirst = blockIdx.x == 0 && threadIdx.x == 0;
  constexpr bool kMayBeOnChip = std::is_same_v<T, float> && (D == 2 || D == 3) && !kLarge;
  bool onChip = kMayBeOnChip && order.onChip;
  uint32_t mostMoved = order.mostMoved;
  if (threadIdx.x == 0) memory.lookedAt = 0, memory.moved = memory.full = 0, memory.start_ns = nanosecondsLow(), memory.late = false;
  __syncthreads();
  if (order.list && !onChip) listCandidates(s, barrier);

  const uint32_t turns = (*s.stripCount + kLoopBlock * gridDim.x - 1) / (kLoopBlock * gridDim.x);
  OwnStrip own = ownStrip(s, 0);
  LoopEnd end = LoopEnd::limit;
  uint32_t done = 0;
  while (done < order.limit && end == LoopEnd::limit) {
    if constexpr (kMayBeOnChip) {
      if (onChip) {
        end = iterateOnChip<D>(s, order, isFirst ? memory.start_ns : 0, barrier, done);
        if (done == order.limit || end != LoopEnd::limit) break;
        onChip = false, mostMoved /= 2;  // not back at once
        barrier.wait();
        listCandidates(s, barrier);
        own = ownStrip(s, 0);
      }
    }
    const uint32_t iteration = order.iteration + done;
    IterationCounters& counters = s.counters[done];
    const bool late = lookAtDueStrips<T, D, kLarge>(s, iteration, turns, order.resumes && done == 0, own, memory);
    if (barrier.wait(late)) end = LoopEnd::amid;
    if (threadIdx.x == 0)  // exchanged, as a plain read might be done by all threads while this one writes
      if (const unsigned long long lookedAt = atomicExch(&memory.lookedAt, 0ull); lookedAt > 0) atomicAdd(&counters.lookedAt, lookedAt);
    if (end == LoopEnd::amid) break;
    ++done;
    if (order.lookOnly) break;
    const uint32_t moved = moveTouched(s, iteration, &memory.full);
    if (moved > 0 && threadIdx.x % kWarp == 0) atomicAdd(&memory.moved, moved);
    if (s.history != nullptr) writeRows(s, s.history + size_t(done - 1) * order.rowCount * uint32_t(s.dimension));
    __syncthreads();
    unsigned long long mine = 0;
    if (threadIdx.x == 0) {
      mine = static_cast<unsigned long long>(atomicExch(&memory.moved, 0u)) << 32 | (atomicExch(&memory.full, 0u) != 0 ? Verdict::kFull : 0);
      if (isFirst && nanosecondsLow() - memory.start_ns > kLaunch_ns) mine |= Verdict::kLate;
    }
    const unsigned long long verdict = barrier.wait(&counters.verdict, mine);
    if (Verdict::moved(verdict) == 0) end = LoopEnd::standsStill;
    else if (Verdict::isLate(verdict)) end = LoopEnd::time;
    if (Verdict::isFull(verdict)) listCandidates(s, barrier);
    onChip = Verdict::moved(verdict) <= mostMoved && done < order.limit && end == LoopEnd::limit;
  }
  writeRows(s, s.rows);
  if (end == LoopEnd::amid && s.control->crowded != 0) end = LoopEnd::crowded;
  if (isFirst) *s.result = {done, end, onChip};
}

}  // namespace arete::cuda
