// What the lanes of a warp find out together.
#pragma once

#include <cstdint>

namespace arete::cuda {

inline constexpr uint32_t kWarp = 32, kAllLanes = 0xffffffffu;

__device__ inline uint32_t smallest(uint32_t value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_min_sync(kAllLanes, value);
#else
  for (int step = kWarp / 2; step > 0; step /= 2) value = min(value, __shfl_xor_sync(kAllLanes, value, step));
  return value;
#endif
}

/// The sum over the warp.
__device__ inline uint32_t added(uint32_t value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_add_sync(kAllLanes, value);
#else
  for (int step = kWarp / 2; step > 0; step /= 2) value += __shfl_xor_sync(kAllLanes, value, step);
  return value;
#endif
}

}  // namespace arete::cuda
