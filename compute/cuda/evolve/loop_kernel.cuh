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

/// Adds what the block counted to the iteration's counters, before the others may read them.
template <class T, int D>
__device__ inline void publish(LookMemory<T, D>& memory, IterationCounters& counters) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (memory.lookedAt > 0) atomicAdd(&counters.lookedAt, memory.lookedAt);
  if (memory.moved > 0) atomicAdd(&counters.moved, memory.moved);
  memory.lookedAt = 0, memory.moved = 0;
}

/// What decides whether to go on.
struct Verdict {
  uint32_t moved;
  bool full, late;
};

template <class T, int D>
__global__ void __launch_bounds__(kLoopBlock, kLoopBlocksEach) loopKernel(LoopState<T> s, LoopOrder order) {
  __shared__ LookMemory<T, D> memory;
  __shared__ Verdict verdict;
  GridBarrier barrier(s.control);
  const bool isFirst = blockIdx.x == 0 && threadIdx.x == 0;
  const unsigned long long start = isFirst ? nanoseconds() : 0;
  if (threadIdx.x == 0) memory.lookedAt = 0, memory.moved = 0;
  if (order.list) listCandidates(s, barrier);

  const uint32_t turns = (*s.stripCount + kLoopBlock * gridDim.x - 1) / (kLoopBlock * gridDim.x);
  OwnStrip own = ownStrip(s, 0);
  LoopEnd end = LoopEnd::limit;
  uint32_t done = 0;
  while (done < order.limit && end == LoopEnd::limit) {
    const uint32_t iteration = order.iteration + done;
    IterationCounters* const counters = s.counters + done;
    lookAtDueStrips(s, iteration, turns, own, memory);
    publish(memory, *counters);
    ++done;
    if (order.lookOnly) break;
    barrier.wait();
    const uint32_t moved = moveTouched(s, iteration);
    if (moved > 0 && threadIdx.x % kWarp == 0) atomicAdd(&memory.moved, moved);
    if (s.history != nullptr) writeRows(s, s.history + size_t(done - 1) * order.rowCount * uint32_t(s.dimension));
    if (isFirst && nanoseconds() - start > kLaunch_ns) s.control->lateAt = iteration;
    publish(memory, *counters);
    barrier.wait([&] { verdict = {__ldcg(&counters->moved), __ldcg(&s.control->fullAt) == iteration, __ldcg(&s.control->lateAt) == iteration}; });
    if (verdict.moved == 0) end = LoopEnd::standsStill;
    else if (verdict.late) end = LoopEnd::time;
    if (verdict.full) listCandidates(s, barrier);
  }
  writeRows(s, s.rows);
  if (isFirst) *s.result = {done, end};
}

}  // namespace arete::cuda
