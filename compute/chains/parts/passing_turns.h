// Parts that let a round pass: what work in rounds yields must not depend on who works when, and tests make them late at random.
#pragma once

#include <vector>

#include "compute/chains/parts/message.h"

namespace arete::parts {

class PassingTurns {
 public:
  /// 0: nobody passes.
  explicit PassingTurns(uint64_t seed) : seed_(seed) {}

  void next(size_t parts) {
    constexpr uint64_t kAllWorkEvery = 4;  // rounds: else many parts would hardly ever be done together
    passes_.assign(parts, 0);
    if (seed_ == 0 || ++round_ % kAllWorkEvery == 0) return;
    for (uint8_t& each : passes_) each = random() % 2 == 0;
  }
  bool passes(size_t part) const { return passes_[part] != 0; }

 private:
  /// splitmix64
  uint64_t random() {
    uint64_t z = seed_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }

  uint64_t seed_, round_ = 0;
  std::vector<uint8_t> passes_;
};

/// The message of a part that tells nothing in this round, but is not done.
inline Message nothing(MessageKind kind, uint64_t open) {
  MessageWriter writer(kind);
  writer.put(open);
  return writer.take(0);
}

}  // namespace arete::parts
