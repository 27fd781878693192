#include "compute/measures/quality/closest_pairs.h"

#include <algorithm>

namespace arete::cpu {

uint32_t matchClosestFirst(std::vector<NearPair>& pairs, size_t countA, size_t countB) {
  std::sort(pairs.begin(), pairs.end(), [](const NearPair& x, const NearPair& y) { return (x <=> y) < 0; });
  std::vector<bool> takenA(countA), takenB(countB);
  uint32_t matched = 0;
  for (const NearPair& pair : pairs) {
    if (takenA[pair.a] || takenB[pair.b]) continue;
    takenA[pair.a] = takenB[pair.b] = true;
    ++matched;
  }
  return matched;
}

}  // namespace arete::cpu
