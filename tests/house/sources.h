// The source files that the house rules apply to, line by line, and which parts of them are code.
#pragma once

#include <filesystem>
#include <fstream>
#include <regex>
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

/// Without comments, strings, and lines of the preprocessor.
inline std::string codeOf(const std::vector<std::string>& lines) {
  static const std::regex text("\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])'"), comment("//.*");
  std::string code;
  for (const std::string& line : lines) {
    const size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos && line[first] == '#') continue;
    code += std::regex_replace(std::regex_replace(line, text, "\"\""), comment, "") + "\n";
  }
  return code;
}

struct Source {
  std::string path;  // from the root
  std::vector<std::string> lines;
};

inline std::vector<Source> sources() {
  static const std::set<std::string> kExtensions = {".cpp", ".h", ".cu", ".cuh", ".vert", ".frag", ".glsl"};
  std::vector<Source> all;
  for (const char* folder : {"app", "compute", "examples", "library", "python", "render", "ui", "shaders", "tests"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder))
      if (entry.is_regular_file() && kExtensions.contains(entry.path().extension().string()))
        all.push_back({std::filesystem::relative(entry.path(), kRoot).string(), linesOf(entry.path())});
  return all;
}

}  // namespace arete::house
