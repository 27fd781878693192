// The fixed shuffle in which a cloud is drawn: any prefix is a fair sample.
#pragma once

#include <cstdint>

namespace arete {

/// A permutation of 0 … count−1 that depends on `count` alone and needs no memory: a Feistel network over the next power of two, walked
/// until it lands inside (at most 2 walks on average). Source: Black and Rogaway 2002, Ciphers with arbitrary finite domains.
class DrawOrder {
 public:
  explicit DrawOrder(uint32_t count = 0);
  uint32_t size() const { return count_; }
  /// The cloud index of the i-th point to be drawn; i < size().
  uint32_t operator()(uint32_t i) const {
    do i = shuffle(i);
    while (i >= count_);
    return i;
  }

 private:
  static uint32_t mix(uint32_t x, uint32_t round) {
    x = (x + round) * 0x85EBCA6Bu;
    return (x ^ x >> 15) * 0xC2B2AE35u >> 7;
  }
  uint32_t shuffle(uint32_t i) const {
    uint32_t high = i >> lowBits_, low = i & lowMask_;
    high ^= mix(low, 0x9E3779B9u) & highMask_;
    low ^= mix(high, 0x3C6EF372u) & lowMask_;
    high ^= mix(low, 0xDAA66D2Bu) & highMask_;
    low ^= mix(high, 0x78DDE6E4u) & lowMask_;
    return high << lowBits_ | low;
  }

  uint32_t count_ = 0, lowBits_ = 1, lowMask_ = 1, highMask_ = 0;
};

}  // namespace arete
