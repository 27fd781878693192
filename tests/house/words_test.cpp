// The rules of words that a machine can check (CONTRIBUTING.md, "Words"). Older lines that break them are in older_words.txt, which may only shrink.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/house/sources.h"

namespace arete {
namespace {

constexpr size_t kMostOlderLines = 245;

bool contains(const std::string& line, std::string_view part) { return line.find(part) != std::string::npos; }

/// The rule that a line of a source breaks; "" where it breaks none.
std::string brokenRule(const std::string& line) {
  static const std::regex numberWithoutName("\\b[Ss]o (?:many|much)\\b"), diary("//.*\\b(?:[Ss]ince|[Uu]ntil|[Bb]efore) 20\\d\\d-\\d\\d");
  const bool mayCount = contains(line, "o many") || contains(line, "o much");  // a search that is quick, before one that is exact
  if (contains(line, "// Of ") || contains(line, "//< Of ")) return "a comment does not begin with 'Of': the subject comes first";
  if (mayCount && std::regex_search(line, numberWithoutName)) return "a number has a name, instead of 'so many' or 'so much'";
  if (contains(line, " 20") && std::regex_search(line, diary)) return "a comment tells no history";
  return {};
}

std::string trimmed(const std::string& line) {
  const size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

TEST(Words, NewLinesOfSourcesKeepTheRulesOfContributing) {
  const std::vector<std::string> recorded = house::linesOf(house::kRoot / "tests/house/older_words.txt");
  EXPECT_LE(recorded.size(), kMostOlderLines) << "mend new lines instead of recording them";
  const std::set<std::string> older(recorded.begin(), recorded.end());
  for (const house::Source& source : house::sources()) {
    if (source.path.ends_with("house/words_test.cpp")) continue;
    for (size_t i = 0; i < source.lines.size(); ++i) {
      const std::string rule = brokenRule(source.lines[i]);
      if (!rule.empty() && !older.contains(trimmed(source.lines[i]))) ADD_FAILURE() << source.path << ":" << i + 1 << ": " << rule;
    }
  }
}

TEST(Words, BrokenRulesAreSeen) {
  for (const char* line : {"/// Of the nodes those that stay.", "  int left;  ///< Of all.", "// Of one.", "/// The first so many.",
                           "int n;  // so much", "// Since 2026-11-26 faster."})
    EXPECT_NE(brokenRule(line), "") << line;
  for (const char* line : {"/// The nodes that stay.", "// Office hours", "/// The first `count`, of all.", "const char* day = \"2026-11-26\";"})
    EXPECT_EQ(brokenRule(line), "") << line;
}

}  // namespace
}  // namespace arete
