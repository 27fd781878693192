// A target under libFuzzer. Besides libFuzzer's flags: --write-seeds=FOLDER writes the seeds as files and ends.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/target.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

using arete::fuzz::kTarget;

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view kFlag = "--write-seeds=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument = (*argv)[i];
    if (!argument.starts_with(kFlag)) continue;
    const std::filesystem::path folder = argument.substr(kFlag.size());
    size_t number = 0;
    for (const std::string& seed : kTarget.seeds()) std::ofstream(folder / ("seed-" + std::to_string(number++)), std::ios::binary) << seed;
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  kTarget.run({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed) {
  arete::fuzz::Random random(seed);
  if (random.oneIn(2)) return LLVMFuzzerMutate(data, size, maxSize);
  std::string input(reinterpret_cast<const char*>(data), size);
  kTarget.mutate(input, random);
  const size_t kept = std::min(input.size(), maxSize);
  std::copy_n(input.data(), kept, data);
  return kept;
}
