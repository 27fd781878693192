// Random choices of the mutators, from a generator that is cheap to seed: libFuzzer gives a new seed for every input.
#pragma once

#include <iterator>

#include "tests/support/zoo.h"

namespace arete::fuzz {

class Random : public test::Random {
 public:
  using test::Random::Random;

  uint64_t operator()() { return bits(); }
  /// 0 … limit − 1; 0 for an empty range.
  size_t below(size_t limit) { return limit ? size_t(bits() % limit) : 0; }
  bool oneIn(size_t n) { return below(n) == 0; }
  template <class Range>
  decltype(auto) of(const Range& range) {
    return range[below(std::size(range))];
  }
};

}  // namespace arete::fuzz
