// Hints of compute in the words of the window: every text of it that names a flag.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "ui/window_words.h"

namespace arete {
namespace {

namespace fs = std::filesystem;

TEST(WindowWords, FlagsBecomeFieldsAndTheirPlaceIsSaidOnceAtTheEnd) {
  const std::pair<const char*, const char*> kCases[] = {
      {"give it with --dim, e.g. --dim 3", "give it with “Dimension”, e.g. 3 (File › Open with Options…)"},
      {"give --dim 2 or 3, or none", "set “Dimension” to 2 or 3, or none (File › Open with Options…)"},
      {"leave --columns out", "leave “Coordinate columns” out (File › Open with Options…)"},
      {"leave it out, or give --curve network", "leave it out, or set “Curve” to Network (panel at the right, or Algorithm › Edit Parameters…)"},
      {"give --r1; about twice the noise around the curve",
       "set R1; about twice the noise around the curve (panel at the right, or Algorithm › Edit Parameters…)"},
      {"The system is not understood. --crs gives it.", "The system is not understood. “Coordinate system” gives it (File › Coordinate System…)."},
      {"leave such points out: --where \"x != 0\"", "leave such points out: “Condition” \"x != 0\" (Edit › Filter)"},
      {"the file a--b.csv is damaged", "the file a--b.csv is damaged"},
      {"install it in PROJ's folder ('projsync --file grid' of proj-bin)", "install it in PROJ's folder ('projsync --file grid' of proj-bin)"},
  };
  for (const auto& [said, here] : kCases) EXPECT_EQ(inWindowWords(std::string(said)), here);
}

TEST(WindowWords, AnErrorIsTwoSentencesAndAFileKeepsItsName) {
  const Error error(ErrorKind::wrongUse, "cannot read this file", "/data/--dim.raw", "raw rows do not say how many coordinates a point has",
                    "give --dim");
  EXPECT_EQ(textInWindow(error),
            "Cannot read this file: /data/--dim.raw: raw rows do not say how many coordinates a point has.\n"
            "Set “Dimension” (File › Open with Options…).");
  EXPECT_EQ(inWindowWords(Error(ErrorKind::wrongUse, "no radius", "--r1", "none is given")).where(), "R1");
}

/// Texts of a source, whose pieces in lines of their own are joined; without those that only programs or developers see.
std::vector<std::string> textsOf(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream whole;
  for (std::string line; std::getline(file, line);) whole << line.substr(0, line.find("  //")) << '\n';
  static const std::regex joint("\"\\s*\\n\\s*\""), text("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
  const std::string source = std::regex_replace(whole.str(), joint, "");
  std::vector<std::string> texts;
  for (std::sregex_iterator match(source.begin(), source.end(), text), end; match != end; ++match) texts.push_back((*match)[1]);
  return texts;
}

TEST(WindowWords, NoHintOfComputeNamesACommandLine) {
  // ranks: arete-mpi alone; mine: calls other programs; detect_command: makes commands; parts: tells of ranks.
  static const std::regex elsewhere("compute/(?:ranks|mpi|mine)/|detect_command|move_points"), flag("(^|[^\\w-])--[a-z]"),
      command("arete-cli|--help");
  size_t hints = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ARETE_SOURCE_DIR) / "compute")) {
    const std::string path = entry.path().string();
    if ((!path.ends_with(".cpp") && !path.ends_with(".h")) || std::regex_search(path, elsewhere)) continue;
    for (const std::string& text : textsOf(entry.path())) {
      if (!std::regex_search(text, flag) && !std::regex_search(text, command)) continue;
      ++hints;
      const std::string here = inWindowWords(text);
      if (here.find("'projsync --file") != here.npos) continue;  // a program of PROJ
      EXPECT_FALSE(std::regex_search(here, flag) || std::regex_search(here, command)) << path << ": " << text << "\n  becomes " << here;
    }
  }
  EXPECT_GT(hints, 60u);
}

}  // namespace
}  // namespace arete
