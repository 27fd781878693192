#include "compute/network/witnesses/contract.h"

#include <algorithm>

namespace arete {

int64_t Witnesses::of(uint32_t a, uint32_t b) const {
  const auto found = std::ranges::lower_bound(pairs, std::pair(a, b), {}, [](const Witness& pair) { return std::pair(pair.a, pair.b); });
  return found != pairs.end() && found->a == a && found->b == b ? found->weight : 0;
}

}  // namespace arete
