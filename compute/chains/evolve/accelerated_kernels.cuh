// The other kernels of accelerated evolve: clearing, the balls around strips of a large cloud, and its assignment point by point.
#pragma once

#include "compute/chains/evolve/loop_state.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

inline constexpr int kInitBlock = 256, kInitBlocksEach = 4;

/// The arrays that reset() clears.
template <class T>
__global__ void __launch_bounds__(kInitBlock) initKernel(LoopState<T> s) {
  const size_t thread = size_t(blockIdx.x) * kInitBlock + threadIdx.x, threads = size_t(gridDim.x) * kInitBlock;
  const uint32_t strips = *s.stripCount;
  if (s.stripSlots == nullptr) {
    for (size_t i = thread; i < s.count; i += threads) s.assigned[i] = kUnassigned;
  } else {
    for (size_t i = thread; i < strips; i += threads) s.stripSlots[i] = kUnassigned;
  }
  for (size_t i = thread; i < size_t(strips) * kPacketsPerStrip; i += threads) s.deadlines[i] = 0;
  for (size_t i = thread; i < strips; i += threads) s.stripStates[i] = {};
  for (size_t i = thread; i < s.cells; i += threads) s.movements[i] = 0;
  for (size_t i = thread; i < s.slots; i += threads) s.counts[i] = s.touched[i] = 0, s.alive[i] = 1, s.presentIndex[i] = uint32_t(i);
  for (size_t i = thread; i < size_t(s.slots) * size_t(s.dimension) * DeviceSums<T>::kWords; i += threads) s.sums[i] = 0;
}

/// Writes the slot that is known only of a strip to all its points.
template <class T>
__global__ void __launch_bounds__(kInitBlock) assignStripsKernel(LoopState<T> s) {
  const uint32_t lane = threadIdx.x % kWarp, warps = gridDim.x * kInitBlock / kWarp, strips = *s.stripCount;
  for (uint32_t index = (blockIdx.x * kInitBlock + threadIdx.x) / kWarp; index < strips; index += warps) {
    const uint32_t slot = s.stripSlots[index];
    if (slot == kMixed) continue;
    const Strip strip = s.strips[index];
    for (uint32_t i = lane; i < strip.count; i += kWarp) s.assigned[strip.first + i] = slot;
  }
}

template <class Sum>
__device__ inline Sum addedByWarp(Sum value) {
  for (int step = kWarp / 2; step > 0; step /= 2) {
    if constexpr (sizeof(Sum) == 8) {
      value += __shfl_xor_sync(kAllLanes, value, step);
    } else {
      const auto low = __shfl_xor_sync(kAllLanes, static_cast<unsigned long long>(value), step);
      const auto high = __shfl_xor_sync(kAllLanes, static_cast<long long>(value >> 64), step);
      value += static_cast<Sum>((static_cast<unsigned __int128>(static_cast<unsigned long long>(high)) << 64) | low);
    }
  }
  return value;
}

/// One warp per strip: the ball around its points, and their sum.
template <class T>
__global__ void __launch_bounds__(kInitBlock) ballKernel(LoopState<T> s) {
  const uint32_t lane = threadIdx.x % kWarp, warps = gridDim.x * kInitBlock / kWarp, strips = *s.stripCount;
  for (uint32_t index = (blockIdx.x * kInitBlock + threadIdx.x) / kWarp; index < strips; index += warps) {
    const Strip strip = s.strips[index];
    Ball<T> ball{};
    float farthest = 0;
    for (int k = 0; k < s.dimension; ++k) {
      T low = T(INFINITY), high = -T(INFINITY);
      shared::FixedSum<T> sum = 0;
      for (uint32_t i = lane; i < strip.count; i += kWarp) {
        const T x = s.coordinates[size_t(k) * s.count + strip.first + i];
        low = x < low ? x : low, high = x > high ? x : high;
        sum += shared::toFixed(x, s.scale);
      }
      sum = addedByWarp(sum);
      if (lane == 0) DeviceSums<T>::write(s.stripSums + (size_t(index) * uint32_t(s.dimension) + uint32_t(k)) * DeviceSums<T>::kWords, sum);
      for (int step = kWarp / 2; step > 0; step /= 2) {
        const T otherLow = __shfl_xor_sync(kAllLanes, low, step), otherHigh = __shfl_xor_sync(kAllLanes, high, step);
        low = otherLow < low ? otherLow : low, high = otherHigh > high ? otherHigh : high;
      }
      ball.centre[k] = low + (high - low) / 2;
    }
    for (uint32_t i = lane; i < strip.count; i += kWarp) {
      T squared = 0;
      for (int k = 0; k < s.dimension; ++k) {
        const T difference = s.coordinates[size_t(k) * s.count + strip.first + i] - ball.centre[k];
        squared += difference * difference;
      }
      farthest = fmaxf(farthest, sqrtf(float(squared)));
    }
    for (int step = kWarp / 2; step > 0; step /= 2) farthest = fmaxf(farthest, __shfl_xor_sync(kAllLanes, farthest, step));
    ball.radius = farthest * (1 + shared::kDistanceRounding);
    if (lane == 0) s.balls[index] = ball;
  }
}

}  // namespace arete::cuda
