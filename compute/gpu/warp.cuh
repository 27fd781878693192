// Functions that the lanes of a warp compute together. They are called by all lanes; each lane gets the answer.
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

__device__ inline uint32_t largest(uint32_t value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync(kAllLanes, value);
#else
  for (int step = kWarp / 2; step > 0; step /= 2) value = max(value, __shfl_xor_sync(kAllLanes, value, step));
  return value;
#endif
}
__device__ inline uint64_t largest(uint64_t value) {
  for (int step = kWarp / 2; step > 0; step /= 2) value = max(value, __shfl_xor_sync(kAllLanes, value, step));
  return value;
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
/// The same for numbers whose sum fits.
__device__ inline int64_t added(int64_t value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  constexpr int kBits = 26;  // 32 numbers of so many bits fit into a word, which the hardware adds up at once
  constexpr uint32_t kMask = (1u << kBits) - 1;
  const uint32_t low = __reduce_add_sync(kAllLanes, uint32_t(value) & kMask), middle = __reduce_add_sync(kAllLanes, uint32_t(value >> kBits) & kMask);
  const int high = __reduce_add_sync(kAllLanes, int(value >> 2 * kBits));
  return int64_t(low) + (int64_t(middle) << kBits) + (int64_t(high) << 2 * kBits);
#else
  for (int step = kWarp / 2; step > 0; step /= 2) value += __shfl_xor_sync(kAllLanes, value, step);
  return value;
#endif
}

}  // namespace arete::cuda
