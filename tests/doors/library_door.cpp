// The library's door of tests/doors/sessions_test.py. Prints the hash of what it has found.
//   library_door save SESSION CLOUD R1 chains|network CONDITION   detects in a file, and saves that
//   library_door keep SESSION CLOUD R1 chains|network             the same with the file's points in memory
//   library_door open SESSION
#include <arete/compute.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace lib = arete::compute;

static lib::Curve opened(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "open") return lib::replay(words[1]).curve;
  lib::Cloud cloud = lib::read(words.at(2), {.where = words[0] == "save" ? words.at(5) : ""});
  if (words[0] == "keep") cloud = lib::Cloud(cloud.coordinates(), cloud.dimension());
  lib::DetectOptions options;
  options.r1 = std::strtod(words.at(3).c_str(), nullptr);
  options.network = words.at(4) == "network";
  const lib::Curve curve = lib::detect(cloud, options);
  lib::saveSession(curve, words[1]);
  return curve;
}

int main(int argc, char** argv) {
  try {
    std::printf("%s\n", opened({argv + 1, argv + argc}).hash().c_str());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "library_door: %s\n", error.what());
    return 1;
  }
}
