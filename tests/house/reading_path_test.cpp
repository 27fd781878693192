// DESIGN.md promises two ways through the sources, each of an hour. The files that they name must be there, and short enough.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/house/sources.h"

namespace arete {
namespace {

constexpr size_t kMostLines = 1500, kMostLinesOfNetworks = 800;
constexpr size_t kShortestHead = 20;  // a head that is named instead of its file has a story to tell

struct Stop {
  std::string path;
  bool head;  // only the comment that it opens with
};

/// The files that the section "Reading path: SUBJECT" names, in its order.
std::vector<Stop> readingPath(const std::string& subject) {
  static const std::regex file("`([\\w/]+\\.\\w+)`( \\(head\\))?");
  std::vector<Stop> stops;
  bool inside = false;
  for (const std::string& line : house::linesOf(house::kRoot / "DESIGN.md")) {
    if (line.starts_with("## ")) inside = line.starts_with("## Reading path: " + subject);
    if (!inside) continue;
    for (auto it = std::sregex_iterator(line.begin(), line.end(), file); it != std::sregex_iterator(); ++it)
      if (!(*it)[1].str().starts_with("tests/")) stops.push_back({(*it)[1], (*it)[2].matched});
  }
  return stops;
}

size_t linesToRead(const Stop& stop) {
  const std::vector<std::string> lines = house::linesOf(house::kRoot / stop.path);
  const auto code = std::ranges::find_if(lines, [](const std::string& line) { return !line.starts_with("//"); });
  return size_t((stop.head ? code : lines.end()) - lines.begin());
}

void expectAtMost(size_t mostLines, const std::vector<Stop>& stops) {
  ASSERT_GT(stops.size(), 10u);
  size_t all = 0;
  std::string each;
  for (const Stop& stop : stops) {
    ASSERT_TRUE(std::filesystem::exists(house::kRoot / stop.path)) << stop.path;
    const size_t lines = linesToRead(stop);
    EXPECT_GE(lines, stop.head ? kShortestHead : 1) << stop.path;
    all += lines;
    each += stop.path + " " + std::to_string(lines) + "\n";
  }
  EXPECT_LE(all, mostLines) << each;
}

TEST(ReadingPath, HasAtMost1500LinesAndLeadsByTheGpu) {
  const std::vector<Stop> stops = readingPath("chains");
  expectAtMost(kMostLines, stops);
  EXPECT_TRUE(std::ranges::any_of(stops, [](const Stop& stop) { return stop.path == "compute/gpu/README.md"; }));
}

TEST(ReadingPath, OfNetworksHasAtMost800LinesAndBeginsWithTheirPlan) {
  const std::vector<Stop> stops = readingPath("networks");
  expectAtMost(kMostLinesOfNetworks, stops);
  ASSERT_FALSE(stops.empty());
  EXPECT_EQ(stops.front().path, "compute/engine/job_plan.cpp");
}

/// Pages that name sources in backticks, and the folder from which they do.
TEST(ReadingPath, TheSourcesThatItsPagesNameAreThere) {
  static const std::regex file("`([\\w]+/)*[\\w]+\\.(?:h|cuh|cu|cpp)`");
  size_t named = 0;
  for (const std::string& line : house::linesOf(house::kRoot / "compute/gpu/README.md"))
    for (auto it = std::sregex_iterator(line.begin(), line.end(), file); it != std::sregex_iterator(); ++it) {
      const std::string path = it->str().substr(1, it->str().size() - 2);
      ++named;
      EXPECT_TRUE(std::filesystem::exists(house::kRoot / "compute/gpu" / path) || std::filesystem::exists(house::kRoot / "compute" / path) ||
                  std::filesystem::exists(house::kRoot / path))
          << path;
    }
  EXPECT_GT(named, 20u);
}

}  // namespace
}  // namespace arete
