// One-to-one matching, closest first: simple and reproducible.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arete::cpu {

struct NearPair {
  double squaredDistance;
  uint32_t a, b;
  friend auto operator<=>(const NearPair&, const NearPair&) = default;
};

/// How many pairs are kept so that each `a` (below countA) and each `b` is in at most one, taking closer pairs first, then lower numbers.
/// Sorts the pairs.
uint32_t matchClosestFirst(std::vector<NearPair>& pairs, size_t countA, size_t countB);

}  // namespace arete::cpu
