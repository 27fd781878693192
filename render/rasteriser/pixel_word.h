// The 64-bit word of a pixel: depth in the high half, so that the least word is the front one.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

namespace arete {

inline uint64_t pixelWord(float depth, uint32_t low) {
  return uint64_t(std::bit_cast<uint32_t>(depth + 0.0f)) << 32 | low;  // + 0: −0 would count as far away
}

inline void lowerPixel(uint64_t& pixel, uint64_t word) {
  const std::atomic_ref<uint64_t> atom(pixel);
  uint64_t old = atom.load(std::memory_order_relaxed);  // most points are hidden: this read decides without a locked operation
  while (word < old && !atom.compare_exchange_weak(old, word, std::memory_order_relaxed)) {
  }
}

}  // namespace arete
