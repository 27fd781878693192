// The files that the rules of the house are about, line by line.
#pragma once

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace arete::house {

inline const std::filesystem::path kRoot = ARETE_SOURCE_DIR;

inline std::vector<std::string> linesOf(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

struct Source {
  std::string path;  // from the root
  std::vector<std::string> lines;
};

inline std::vector<Source> sources() {
  static const std::set<std::string> kExtensions = {".cpp", ".h", ".cu", ".cuh", ".vert", ".frag", ".glsl"};
  std::vector<Source> all;
  for (const char* folder : {"app", "compute", "render", "ui", "shaders", "tests"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder))
      if (entry.is_regular_file() && kExtensions.contains(entry.path().extension().string()))
        all.push_back({std::filesystem::relative(entry.path(), kRoot).string(), linesOf(entry.path())});
  return all;
}

}  // namespace arete::house
