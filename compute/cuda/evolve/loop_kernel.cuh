// The kernel of accelerated evolve: iterations until S stands still, all in one launch. See accelerated.cu for the idea.
#pragma once

#include "compute/cuda/evolve/loop_look.cuh"
#include "compute/cuda/evolve/loop_move.cuh"

namespace arete::cuda {

inline constexpr unsigned long long kLaunch_ns = 30'000'000;  // after which a launch ends with its iteration

__device__ inline unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

template <class T, int D, bool kLarge>
__global__ void __launch_bounds__(kLoopBlock, kLarge ? kLoopBlocksEach : 1) loopKernel(LoopState<T> s, LoopOrder order) {
  __shared__ LookMemory<T, D> memory;
  GridBarrier barrier(s.control);
  const bool isFirst = blockIdx.x == 0 && threadIdx.x == 0;
  const unsigned long long start = isFirst ? nanoseconds() : 0;
  if (threadIdx.x == 0) memory.lookedAt = 0, memory.moved = memory.full = 0;
  if (order.list) listCandidates(s, barrier);

  const uint32_t turns = (*s.stripCount + kLoopBlock * gridDim.x - 1) / (kLoopBlock * gridDim.x);
  OwnStrip own = ownStrip(s, 0);
  LoopEnd end = LoopEnd::limit;
  uint32_t done = 0;
  while (done < order.limit && end == LoopEnd::limit) {
    const uint32_t iteration = order.iteration + done;
    IterationCounters& counters = s.counters[done++];
    lookAtDueStrips<T, D, kLarge>(s, iteration, turns, own, memory);
    if (!order.lookOnly) barrier.wait();
    if (threadIdx.x == 0)  // exchanged, as a plain read might be done by all threads while this one writes
      if (const unsigned long long lookedAt = atomicExch(&memory.lookedAt, 0ull); lookedAt > 0) atomicAdd(&counters.lookedAt, lookedAt);
    if (order.lookOnly) break;
    const uint32_t moved = moveTouched(s, iteration, &memory.full);
    if (moved > 0 && threadIdx.x % kWarp == 0) atomicAdd(&memory.moved, moved);
    if (s.history != nullptr) writeRows(s, s.history + size_t(done - 1) * order.rowCount * uint32_t(s.dimension));
    __syncthreads();
    unsigned long long mine = 0;
    if (threadIdx.x == 0) {
      mine = static_cast<unsigned long long>(atomicExch(&memory.moved, 0u)) << 32 | (atomicExch(&memory.full, 0u) != 0 ? Verdict::kFull : 0);
      if (isFirst && nanoseconds() - start > kLaunch_ns) mine |= Verdict::kLate;
    }
    const unsigned long long verdict = barrier.wait(&counters.verdict, mine);
    if (Verdict::moved(verdict) == 0) end = LoopEnd::standsStill;
    else if (Verdict::isLate(verdict)) end = LoopEnd::time;
    if (Verdict::isFull(verdict)) listCandidates(s, barrier);
  }
  writeRows(s, s.rows);
  if (isFirst) *s.result = {done, end};
}

}  // namespace arete::cuda
