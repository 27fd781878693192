#include "compute/core/distinct_cells.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace arete {

int64_t DistinctCells::cellAt(double place) {
  constexpr double kFarthest = 0x1p62;
  return int64_t(std::floor(std::clamp(place, -kFarthest, kFarthest)));
}

/// The finaliser of SplitMix64, which mixes all bits.
uint64_t DistinctCells::mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

void DistinctCells::note(uint64_t hash) {
  uint8_t& longest = longest_[hash >> (64 - kIndexBits)];
  longest = std::max(longest, uint8_t(std::countl_zero(hash << kIndexBits | uint64_t(1) << (kIndexBits - 1)) + 1));
}

double DistinctCells::count() const {
  const auto registers = double(longest_.size());
  double sum = 0;
  for (const uint8_t each : longest_) sum += std::ldexp(1.0, -each);
  const double estimate = 0.7213 / (1 + 1.079 / registers) * registers * registers / sum;
  const auto empty = double(std::ranges::count(longest_, uint8_t(0)));
  return estimate <= 2.5 * registers && empty > 0 ? registers * std::log(registers / empty) : estimate;
}

}  // namespace arete
