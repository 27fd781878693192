// Every file cut off at every byte, large ones at about two thousand places: points or one refusal, and never fewer points than the header says
// without a word. Prints `truncation: N tries, M found`.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "compute/core/error.h"
#include "tests/fuzz/reader_input.h"

namespace arete::fuzz {

namespace {

struct Outcome {
  bool taken = false, wrong = false;
  uint64_t points = 0;
  size_t warnings = 0;
  std::string message;
};

Outcome read(std::string_view content, const std::string& name) {
  try {
    const CloudFile file = readCloud(std::as_bytes(std::span(content)), name, {});
    return {true, false, file.pointsInFile, file.warnings.size(), {}};
  } catch (const Error& error) {
    const bool refused = error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse;
    return {false, !refused || error.reason().empty(), 0, 0, error.what()};
  } catch (const std::exception& error) {
    return {false, true, 0, 0, error.what()};
  }
}

struct Counts {
  uint64_t tries = 0, found = 0;
};

/// `declares`: the header says how many points there are.
void cutEverywhere(const std::string& file, const std::string& name, bool declares, Counts& counts) {
  constexpr size_t kHead = 1024, kPlaces = 1024;  // every byte of the head, then so many places
  const Outcome whole = read(file, name);
  const size_t stride = std::max<size_t>(1, file.size() / kPlaces);
  for (size_t size = 0; size < file.size(); size += size < kHead ? 1 : stride) {
    const Outcome cut = read(std::string_view(file).substr(0, size), name);
    const bool silent = declares && whole.taken && cut.taken && cut.points != whole.points && cut.warnings == 0;
    ++counts.tries;
    if (!cut.wrong && !silent) continue;
    ++counts.found;
    std::printf("%s of %zu bytes, cut off after %zu: %s\n", name.c_str(), file.size(), size,
                silent ? "other points, and no word" : cut.message.c_str());
  }
}

int runAll(size_t largest_bytes) {
  Counts counts;
  for (const FileFormat& format : fileFormats()) {
    const bool declares = !format.fields.empty() ? format.id != "raw" : format.id == "ply" || format.id == "pcd";
    for (const std::string& file : soundFiles(format, largest_bytes)) cutEverywhere(file, std::string(format.names[0]), declares, counts);
  }
  std::printf("truncation: %llu tries, %llu found\n", static_cast<unsigned long long>(counts.tries), static_cast<unsigned long long>(counts.found));
  return counts.found > 0;
}

}  // namespace

}  // namespace arete::fuzz

/// truncation [BYTES]: of files up to this size; 2000 if not given.
int main(int argc, char** argv) { return arete::fuzz::runAll(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000); }
