// The GPU's own clock: kernels that may take long read it and end in time.
#pragma once

#include <cstdint>

namespace arete::cuda {

__device__ inline uint64_t nanoseconds() {
  uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

/// Modulo 2^32: one register, for times below four seconds.
__device__ inline uint32_t nanosecondsLow() {
  uint32_t now;
  asm volatile("mov.u32 %0, %globaltimer_lo;" : "=r"(now));
  return now;
}

}  // namespace arete::cuda
