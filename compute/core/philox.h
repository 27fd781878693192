// Random numbers by counter: a draw depends only on (seed, point index, number of the draw), so points can be generated in any order
// and on any number of threads. Philox4x32-10 of Salmon, Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3".
#pragma once

#include <cmath>
#include <cstdint>

#include "compute/core/host_device.h"
#include "compute/core/portable_math.h"

namespace arete::shared {

struct PhiloxBlock {
  uint32_t word[4];
};

/// Ten rounds over a 128-bit counter with a 64-bit key.
ARETE_HD PhiloxBlock philox(PhiloxBlock counter, uint32_t key0, uint32_t key1) {
  constexpr uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57, kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t product0 = uint64_t(kMultiplier0) * counter.word[0], product1 = uint64_t(kMultiplier1) * counter.word[2];
    counter = {{uint32_t(product1 >> 32) ^ counter.word[1] ^ key0, uint32_t(product1), uint32_t(product0 >> 32) ^ counter.word[3] ^ key1,
                uint32_t(product0)}};
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return counter;
}

/// The random numbers of one index: any number of draws, two per Philox block.
class IndexedRandom {
 public:
  ARETE_HD IndexedRandom(uint64_t seed, uint32_t index) : seed_(seed), index_(index) {}

  /// Uniform in the open interval (0, 1): the middles of 2^52 equal cells.
  ARETE_HD double uniform() {
    constexpr double kCell = 0x1p-52;
    if (draw_ % 2 == 0) block_ = philox({{index_, draw_ / 2, 0, 0}}, uint32_t(seed_), uint32_t(seed_ >> 32));
    const int half = int(draw_++ % 2) * 2;
    const uint64_t bits = (uint64_t(block_.word[half]) << 32 | block_.word[half + 1]) >> 12;
    return (double(bits) + 0.5) * kCell;
  }

  /// Normal with mean 0 and standard deviation 1 (Box and Muller 1958); |result| < 8.6.
  ARETE_HD double normal() {
    if (hasSpare_) {
      hasSpare_ = false;
      return spare_;
    }
    const double radius = std::sqrt(-2 * naturalLog(uniform()));
    const SinCos direction = sinCosTurns(uniform());
    hasSpare_ = true;
    spare_ = radius * direction.sin;
    return radius * direction.cos;
  }

 private:
  uint64_t seed_;
  uint32_t index_, draw_ = 0;
  PhiloxBlock block_{};
  double spare_ = 0;
  bool hasSpare_ = false;
};

}  // namespace arete::shared
