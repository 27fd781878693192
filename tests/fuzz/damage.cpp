#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/target.h"

namespace arete::fuzz {

void fail(std::string_view what) {
  std::fprintf(stderr, "fuzz: %.*s\n", int(what.size()), what.data());
  std::abort();
}

void damageBytes(std::string& input, Random& random) {
  constexpr size_t kHead = 400, kPiece = 64;  // half of the damage goes to where headers are
  if (input.empty()) input = " ";
  const size_t at = random.below(random.oneIn(2) ? input.size() : std::min(input.size(), kHead));
  switch (random.below(6)) {
    case 0: input[at] = char(input[at] ^ 1 << random.below(8)); break;
    case 1: input[at] = char(random()); break;
    case 2: input.resize(at); break;
    case 3: input.erase(at, 1 + random.below(8)); break;
    case 4: input.insert(at, input.substr(random.below(input.size()), random.below(kPiece))); break;
    default: input.insert(at, 1 + random.below(8), random.oneIn(2) ? '\0' : char(random())); break;
  }
}

}  // namespace arete::fuzz
