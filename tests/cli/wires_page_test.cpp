// The first two parts of docs/wires.md, run as they stand: from a tile as LAZ to its wires and spans in GeoPackages. The tile is made, so what comes
// out is known.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "compute/crs/about_crs.h"
#include "compute/io/read_curve.h"
#include "tests/cli/run_cli.h"
#include "tests/support/tile.h"

namespace arete::test {

constexpr std::string_view kFirstPart = "## From a tile to its wires", kSecondPart = "## Spans, sag and clearance", kProgram = "arete-cli ";

/// The words of a line of a shell, without what follows a # and without its quotes.
static std::vector<std::string> wordsOf(std::string_view line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == '#' && !quoted) break;
    else if (c != ' ' || quoted) words.back() += c;
    else if (!words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

class WiresPage : public CliTest {
 protected:
  /// The commands of a part of the page, in order, each without the name of the program.
  static std::vector<std::vector<std::string>> commands(std::string_view part) {
    std::ifstream page(ARETE_SOURCE_DIR "/docs/wires.md");
    std::vector<std::vector<std::string>> all;
    bool inside = false;
    for (std::string line; std::getline(page, line);) {
      if (line.starts_with("## ")) inside = line == part;
      if (inside && line.starts_with(kProgram)) all.push_back(wordsOf(std::string_view(line).substr(kProgram.size())));
    }
    return all;
  }
  /// The same with the files in the folder of this test.
  std::vector<std::string> here(std::vector<std::string> words) const {
    static constexpr std::string_view kEndings[] = {".laz", ".las", ".gpkg", ".geojson", ".json", ".csv", ".png", ".arete"};
    for (std::string& word : words)
      if (std::ranges::any_of(kEndings, [&](std::string_view ending) { return word.ends_with(ending); })) word = path(word);
    return words;
  }
};

/// How far a place is from the nearest conductor of the tile, across and up.
static double besideWires(double x, double y, double z) {
  double least = INFINITY;
  for (const double beside : Tile::kBeside)
    least = std::min(least, std::hypot(x - Tile::kWest - Tile::kWidth / 2 - beside, z - Tile::heightOfWire(y - Tile::kSouth)));
  return least;
}

TEST_F(WiresPage, CommandsFindTheWiresOfATile) {
  if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  write("tile.laz", lazTile({.points = 40'000}));
  const auto commands = this->commands(kFirstPart);
  ASSERT_GE(commands.size(), 5u);
  for (const std::vector<std::string>& words : commands) {
    if (words[0] == "render") continue;  // draws, which test_offscreen and test_render try
    const CliResult result = runCli(here(words));
    EXPECT_EQ(result.code, 0) << words[0] << ": " << result.err;
    if (words[0] == "info" && std::ranges::find(words, "--json") == words.end())
      EXPECT_NE(result.out.find("wire-conductor (14)"), std::string::npos) << result.out;
  }
  for (const char* name : {"wires.gpkg", "wires.geojson", "wires.las", "wires.json"}) EXPECT_TRUE(exists(name)) << name;
  if (!exists("wires.gpkg")) return;
  const CurveFile found = readCurve(path("wires.gpkg"));
  ASSERT_EQ(found.polylines.size(), Tile::kBeside.size()) << "a line for each conductor";
  if (projMissing().empty()) EXPECT_TRUE(sameCrs(found.crs, {"EPSG:28992"})) << found.crs.definition;
  constexpr double kScatter = 0.02, kSpan = 220, kR1 = 0.5, kNearPylon = 1;  // metres
  for (const std::vector<double>& line : found.polylines.lines) {
    double farthest = 0, atPylon = 0;  // where conductors have a corner, which a line rounds
    for (size_t i = 0; i < line.size(); i += 3) {
      double& most = std::abs(line[i + 1] - Tile::kSouth - Tile::kPylons[1]) < kNearPylon ? atPylon : farthest;
      most = std::max(most, besideWires(line[i], line[i + 1], line[i + 2]));
    }
    EXPECT_LT(farthest, 5 * kScatter);
    EXPECT_LT(atPylon, kR1);
    EXPECT_NEAR(std::abs(line[1] - line[line.size() - 2]), kSpan, 2) << "from the first pylon to the last";
  }
}

TEST_F(WiresPage, SpansHaveTheSagOfTheTileAndTreesAreTooNear) {
  if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  write("tile.laz", lazTile({.points = 60'000}));
  ASSERT_EQ(runCli({"detect", path("tile.laz"), "--class", "wire-conductor", "--curve", "network", "--profile", "wires", "--r1", "0.5", "-o",
                    path("wires.gpkg")})
                .code,
            0);
  CliResult streamed;
  for (const std::vector<std::string>& words : this->commands(kSecondPart)) {
    streamed = runCli(here(words));
    ASSERT_EQ(streamed.code, 0) << words[0] << ": " << streamed.err;
  }
  for (const char* name : {"spans.gpkg", "spans.csv", "pylons.csv", "spans.geojson", "danger.gpkg", "danger.csv", "near.las", "hot.gpkg"})
    EXPECT_TRUE(exists(name)) << name;
  const auto spans = runCli({"wires", path("tile.laz"), "--class", "wire-conductor", "--curve", path("wires.gpkg"), "--json"}).json();
  ASSERT_EQ(spans["spans"].size(), 2 * Tile::kBeside.size());
  ASSERT_EQ(spans["pylons"].size(), 1u);
  EXPECT_NEAR(double(spans["pylons"][0]["y"]), Tile::kSouth + Tile::kPylons[1], 0.5);
  const double half = (Tile::kPylons[1] - Tile::kPylons[0]) / 2, sag = Tile::kConstant * (std::cosh(half / Tile::kConstant) - 1);
  for (const auto& span : spans["spans"]) {
    EXPECT_NEAR(double(span["sag"]), sag, 0.03 * sag);  // the last point lies up to a metre before the end
    EXPECT_NEAR(double(span["a"]), Tile::kConstant, 0.01 * Tile::kConstant);
    EXPECT_LT(double(span["rmse"]), 0.04);
    EXPECT_NEAR(double(span["blow_out"]), 0, 1);
  }
  // The same places from memory, from the other file of spans.
  const auto whole =
      runCli({"clearance", path("tile.laz"), "--spans", path("spans.gpkg"), "--class", "high-vegetation", "--limit", "12", "--json"}).json();
  EXPECT_EQ(whole, streamed.json());
  ASSERT_GT(whole["places"].size(), 0u) << "trees are up to 12 m high, 14 m from the middle";
  for (const auto& place : whole["places"]) {
    EXPECT_NEAR(besideWires(place["x"], place["y"], place["z"]), double(place["distance"]), 0.15);
    EXPECT_EQ(place["class"], 5);
  }
  EXPECT_NE(runCli({"clearance", path("tile.laz"), "--spans", path("danger.csv")}).err.find("it has no column"), std::string::npos);
  const std::string table = read("spans.csv"), last = table.substr(0, table.rfind(',') + 1) + "-1e9\n";  // ends before it begins
  write("wrong.csv", last);
  EXPECT_NE(runCli({"clearance", path("tile.laz"), "--spans", path("wrong.csv")}).err.find("it is no curve of a wire"), std::string::npos);
}

TEST_F(WiresPage, TheTileIsReadWithItsSystemAndItsClasses) {
  write("tile.laz", lazTile({.points = 5000}));
  const auto json = runCli({"info", path("tile.laz"), "--json"}).json();
  EXPECT_EQ(json["points"], 5000);
  EXPECT_EQ(json["classes"].size(), 4u);
  if (projMissing().empty()) EXPECT_EQ(json["crs"]["definition"], "EPSG:7415");
}

}  // namespace arete::test
