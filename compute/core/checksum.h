// A number that tells whether bytes of a file are still those that were written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace arete {

/// Detects accidents, not forgeries. Sizes are multiples of four.
class Checksum {
 public:
  Checksum() = default;
  explicit Checksum(uint64_t value) : value_(value) {}
  void add(std::span<const std::byte> bytes) {
    for (size_t i = 0; i + sizeof(uint32_t) <= bytes.size(); i += sizeof(uint32_t)) {
      uint32_t word;
      std::memcpy(&word, bytes.data() + i, sizeof word);
      value_ = (value_ ^ word) * kPrime;  // changing one word changes the value, as each step is invertible
    }
  }
  uint64_t value() const { return value_; }

 private:
  static constexpr uint64_t kPrime = 0x9E3779B97F4A7C15;  // odd
  uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace arete
