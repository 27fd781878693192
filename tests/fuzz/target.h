// What a fuzz target is. Each executable has one: with clang libFuzzer runs it (libfuzzer.cpp) and looks for new paths; elsewhere driver.cpp
// runs it on the same seeds with the same mutator, so that every build can repeat a crash and continuous integration needs no clang.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/random.h"

namespace arete::fuzz {

struct Target {
  /// Sound inputs, the first of them made here, others from the corpus where it is there.
  std::vector<std::string> (*seeds)();
  /// Whether the input was taken; false: refused as it must be. Calls fail() on what must never be. Nothing is thrown.
  bool (*run)(std::string_view input);
  /// One change that knows the format: of a count, a type, a word, a line, and half of the time of what must agree with it.
  void (*mutate)(std::string& input, Random& random) = nullptr;
  // Of targets whose inputs name random numbers, so that nothing is gained by changing them:
  std::string (*next)(Random& random) = nullptr;                          ///< a new input
  std::vector<std::string> (*smaller)(std::string_view input) = nullptr;  ///< inputs that leave out more and more of this one's points, most first
  std::string (*saved)(std::string_view,
                       const std::string& path) = nullptr;  ///< writes what the input stands for beside that path, and says what it is
};

extern const Target kTarget;

/// Says what went wrong and aborts: for libFuzzer and for the driver that is a crash, and the input is kept.
[[noreturn]] void fail(std::string_view what);
inline void require(bool holds, std::string_view what) {
  if (!holds) fail(what);
}

/// Damage that knows nothing: bits, bytes, pieces cut out, doubled and cut off.
void damageBytes(std::string& input, Random& random);

}  // namespace arete::fuzz
