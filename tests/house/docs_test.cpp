// The rules of pages: how long they are, that links lead somewhere, and that pages for users tell no history.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/house/sources.h"

namespace arete {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostReadmeLines = 120, kMostReadmeColumns = 120, kMostDesignWords = 4000, kMostTerms = 40, kMostDecisionLines = 5;

struct Page {
  std::string path;  // from the root
  std::vector<std::string> lines;
};

Page pageAt(const std::string& path) { return {path, house::linesOf(house::kRoot / path)}; }

/// All pages of the project, and README files of its folders.
std::vector<Page> pages() {
  std::vector<Page> all;
  for (const char* path : {"README.md", "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md"}) all.push_back(pageAt(path));
  for (const char* folder : {"docs", "compute", "assets"})
    for (const auto& entry : fs::recursive_directory_iterator(house::kRoot / folder))
      if (entry.path().extension() == ".md") all.push_back(pageAt(fs::relative(entry.path(), house::kRoot).string()));
  return all;
}

/// The first pages, and those of docs/ itself: docs/measured tells what was measured when.
bool isForUsers(const Page& page) {
  return page.path.find('/') == std::string::npos ? page.path != "CHANGELOG.md" : fs::path(page.path).parent_path() == "docs";
}

size_t columnsIn(const std::string& line) {
  return size_t(std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

TEST(Docs, ReadmeHasAtMost120LinesOf120Columns) {
  const Page page = pageAt("README.md");
  EXPECT_LE(page.lines.size(), kMostReadmeLines);
  for (const std::string& line : page.lines) EXPECT_LE(columnsIn(line), kMostReadmeColumns) << line;
}

TEST(Docs, DesignHasAtMost4000Words) {
  size_t words = 0;
  for (const std::string& line : pageAt("DESIGN.md").lines) {
    std::istringstream text(line);
    for (std::string word; text >> word;) ++words;
  }
  EXPECT_GT(words, 100u);
  EXPECT_LE(words, kMostDesignWords);
}

TEST(Docs, TheGlossaryHasAtMost40TermsEachOnceInTheirOrder) {
  std::vector<std::string> terms;
  for (const std::string& line : pageAt("docs/glossary.md").lines)
    if (line.starts_with("| ") && !line.starts_with("| term ")) terms.push_back(line.substr(2, line.find(" | ") - 2));
  EXPECT_GT(terms.size(), 10u);
  EXPECT_LE(terms.size(), kMostTerms);
  const auto folded = [](std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) { return char(std::tolower(static_cast<unsigned char>(c))); });
    return text;
  };
  std::ranges::transform(terms, terms.begin(), folded);
  for (size_t i = 1; i < terms.size(); ++i) EXPECT_LT(terms[i - 1], terms[i]);
}

TEST(Docs, DecisionsHaveAtMostFiveLinesEach) {
  size_t decisions = 0, lines = 0;
  for (const std::string& line : pageAt("docs/decisions.md").lines) {
    const bool begins = line.starts_with("**");
    lines = line.empty() ? 0 : lines + 1;
    decisions += begins;
    if (lines > kMostDecisionLines && !line.starts_with("|")) ADD_FAILURE() << line;
  }
  EXPECT_GT(decisions, 10u);
}

TEST(Docs, EveryLinkLeadsToAFileThatIsThere) {
  static const std::regex link("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
  size_t links = 0;
  for (const Page& page : pages())
    for (const std::string& line : page.lines)
      for (auto it = std::sregex_iterator(line.begin(), line.end(), link); it != std::sregex_iterator(); ++it) {
        const std::string target = (*it)[1];
        if (target.find("://") != std::string::npos) continue;
        ++links;
        EXPECT_TRUE(fs::exists(house::kRoot / fs::path(page.path).parent_path() / target)) << page.path << " links to " << target;
      }
  EXPECT_GT(links, 100u);
}

/// Names in the sources of tests: "Suite.Name" of C++, functions of Python, files, and what CMake adds.
std::set<std::string> testNames() {
  static const std::regex ofCpp("TEST(?:_F|_P)?\\((\\w+), (\\w+)\\)"), ofPython("def (test_\\w+)"), ofCmake("add_test\\(NAME ([\\w.]+)");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(house::kRoot / "tests")) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || !(name.ends_with(".cpp") || name.ends_with(".py") || name == "CMakeLists.txt")) continue;
    names.insert(name);
    for (const std::string& line : house::linesOf(entry.path())) {
      if (std::smatch found; std::regex_search(line, found, ofCpp)) names.insert(found[1].str() + "." + found[2].str());
      else if (std::regex_search(line, found, ofPython)) names.insert(name + " " + found[1].str());
      else if (std::regex_search(line, found, ofCmake)) names.insert(found[1]);
    }
  }
  return names;
}

TEST(Docs, EveryTestThatThePageOfReportsNamesIsThere) {
  static const std::regex quoted("`([^`]+)`");
  const std::set<std::string> names = testNames();
  size_t rows = 0;
  for (const std::string& line : pageAt("docs/measured/reports.md").lines) {
    if (!line.starts_with("| ") || std::ranges::count(line, '|') != 4) continue;
    const std::string proof = line.substr(line.rfind('|', line.size() - 2));
    for (auto it = std::sregex_iterator(proof.begin(), proof.end(), quoted); it != std::sregex_iterator(); ++it, ++rows)
      EXPECT_TRUE(names.contains((*it)[1])) << (*it)[1];
  }
  EXPECT_GT(rows, 50u);
}

TEST(Docs, PagesForUsersTellNoHistory) {
  static const std::regex date("\\b20\\d\\d-\\d\\d-\\d\\d\\b"), since("\\b[Ss]ince (?:20\\d\\d|version)"), code("`[^`]*`");
  for (const Page& page : pages())
    if (isForUsers(page)) {
      for (const std::string& line : page.lines) {
        const std::string text = std::regex_replace(line, code, "");
        EXPECT_FALSE(std::regex_search(text, date) || std::regex_search(text, since)) << page.path << ": " << line;
      }
    }
}

TEST(Docs, LinesOfPagesForUsersBeginWithTheirSubjectAndCountWithNumbers) {
  static const std::regex quoted("\"[^\"]*\"|`[^`]*`"), wrong("^(?:[-|] )?Of |\\b[Ss]o (?:many|much)\\b");
  for (const Page& page : pages())
    if (isForUsers(page) && page.path != "docs/versions.md") {  // which is made from the sources
      for (const std::string& line : page.lines)
        EXPECT_FALSE(std::regex_search(std::regex_replace(line, quoted, ""), wrong)) << page.path << ": " << line;
    }
}

}  // namespace
}  // namespace arete
