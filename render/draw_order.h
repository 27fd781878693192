// The fixed shuffle in which a cloud is drawn: any prefix is a fair sample.
#pragma once

#include <cstdint>

namespace arete {

/// A permutation of 0 … count−1 that depends on `count` alone and needs no memory: a Feistel network over the next even power of two,
/// walked until it lands inside (at most 4 steps on average). Source: Black and Rogaway 2002, ciphers with arbitrary finite domains.
class DrawOrder {
 public:
  explicit DrawOrder(uint32_t count = 0);
  uint32_t size() const { return count_; }
  /// The cloud index of the i-th point to be drawn.
  uint32_t operator()(uint32_t i) const {
    do i = shuffle(i);
    while (i >= count_);
    return i;
  }

 private:
  static constexpr int kRounds = 4;
  static uint32_t mix(uint32_t x, uint32_t round) {
    x = (x + round * 0x9E3779B9u) * 0x85EBCA6Bu;
    x = (x ^ x >> 13) * 0xC2B2AE35u;
    return x ^ x >> 16;
  }
  uint32_t shuffle(uint32_t i) const {
    uint32_t left = i >> halfBits_, right = i & mask_;
    for (uint32_t round = 1; round <= kRounds; ++round) {
      const uint32_t next = left ^ (mix(right, round) & mask_);
      left = right;
      right = next;
    }
    return left << halfBits_ | right;
  }

  uint32_t count_ = 0, halfBits_ = 1, mask_ = 1;
};

}  // namespace arete
