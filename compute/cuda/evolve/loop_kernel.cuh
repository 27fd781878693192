// The kernel of accelerated evolve: iterations until S stands still, all in one launch. See accelerated.cu for the idea.
#pragma once

#include "compute/cuda/evolve/loop_look.cuh"
#include "compute/cuda/evolve/loop_move.cuh"

namespace arete::cuda {

inline constexpr unsigned long long kLaunch_ns = 30'000'000;  // after which a launch ends with its iteration
inline constexpr uint32_t kPatience = 24;                     // iterations that look at few points before one cluster takes over

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

template <class T, int D, class Barrier>
__global__ void __launch_bounds__(kLoopBlock) loopKernel(LoopState<T> s, LoopOrder order) {
  __shared__ LookMemory<T, D> memory;
  Barrier barrier(s.control);
  const bool isFirst = blockIdx.x == 0 && threadIdx.x == 0;
  const unsigned long long start = isFirst ? nanoseconds() : 0;
  if (threadIdx.x == 0) memory.lookedAt = 0, memory.moved = 0;
  if (order.list) listCandidates(s, barrier);

  const uint32_t turns = (*s.stripCount + kLoopBlock * gridDim.x - 1) / (kLoopBlock * gridDim.x);
  OwnStrip own = ownStrip(s, 0);
  LoopEnd end = LoopEnd::limit;
  uint32_t done = 0, patience = 0;
  while (done < order.limit) {
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
    barrier.wait();

    // All blocks read the same here and decide the same.
    const volatile IterationCounters& result = *counters;
    const volatile LoopControl& control = *s.control;
    const unsigned long long lookedAt = result.lookedAt;
    if (result.moved == 0) end = LoopEnd::standsStill;
    else if (control.lateAt == iteration) end = LoopEnd::time;
    if (control.fullAt == iteration) listCandidates(s, barrier);
    if (end != LoopEnd::limit) break;
    const bool wrongSize = Barrier::kWide ? lookedAt <= order.few : lookedAt >= order.many;
    patience = wrongSize ? patience + 1 : 0;
    if (order.mayNarrow && patience == kPatience && done < order.limit) {
      end = Barrier::kWide ? LoopEnd::few : LoopEnd::many;
      break;
    }
  }
  writeRows(s, s.rows);
  if (isFirst) *s.result = {done, end};
}

}  // namespace arete::cuda
