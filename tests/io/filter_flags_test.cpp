// The flags that say which points of a file take part, polygons from GeoJSON, and filters in sessions.
#include "compute/io/filter_flags.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "compute/core/error.h"
#include "compute/io/read_flags.h"
#include "compute/io/read_polygons.h"
#include "compute/io/session_file.h"
#include "tests/io/write_support.h"

namespace arete {
namespace {

using test::TemporaryFolder;

FilterWish wishWith(std::initializer_list<std::pair<const char*, const char*>> given) {
  FilterWish wish;
  for (const auto& [name, value] : given) {
    const auto flag = std::ranges::find_if(filterFlags(), [&](const FilterFlag& each) { return each.names.back() == name; });
    if (flag == filterFlags().end()) throw std::out_of_range(name);
    flag->set(wish, value);
  }
  return wish;
}

std::string refusal(const char* name, const char* value) {
  try {
    wishWith({{name, value}});
    return "taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
    EXPECT_FALSE(error.hint().empty()) << name << ' ' << value;
    return error.reason();
  }
}

TEST(FilterFlags, HaveNamesThatNoFlagOfReadingHas) {
  std::set<std::string> names;
  for (const ReadFlag& flag : readFlags()) names.insert(flag.names.begin(), flag.names.end());
  for (const FilterFlag& flag : filterFlags()) {
    for (const std::string& name : flag.names) EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(flag.help.empty());
  }
}

TEST(FilterFlags, SetWhatTheySay) {
  const Filter filter = wishWith({{"where", "z > 2 || z < 0"},
                                  {"where", "intensity < 4000"},
                                  {"class", "Wire_Conductor,2"},
                                  {"class", "2,70"},
                                  {"box", "-1,0,2.5,3,4,5"},
                                  {"thin", "0.5"},
                                  {"every", "10"}})
                            .filter();
  EXPECT_EQ(filter.where, "(z > 2 || z < 0) && (intensity < 4000)");
  EXPECT_EQ(filter.classes, (std::vector<int>{2, 14, 70}));
  EXPECT_EQ(filter.box, (FilterBox{{-1, 0, 2.5}, {3, 4, 5}}));
  EXPECT_EQ(filter.thin, 0.5);
  EXPECT_EQ(filter.every, 10u);
  EXPECT_TRUE(FilterWish{}.filter().empty());
}

TEST(FilterFlags, SayWhatIsWrongWithTheirValues) {
  EXPECT_EQ(refusal("where", "class = 2"), "character 7 of 'class = 2': one '=' compares nothing");
  EXPECT_EQ(refusal("class", "wires"), "'wires' is no class");
  EXPECT_EQ(refusal("class", "2,256"), "'256' is no class");
  EXPECT_EQ(refusal("class", ""), "'' is no class");
  EXPECT_EQ(refusal("box", "1,2,3"), "'1,2,3' is not two corners");
  EXPECT_EQ(refusal("box", "0,0,1,nan"), "'nan' is not a number");
  EXPECT_EQ(refusal("box", "0,5,1,4"), "nothing is from 5 to 4");
  EXPECT_EQ(refusal("thin", "0"), "'0' is not a distance");
  EXPECT_EQ(refusal("thin", "-1"), "'-1' is not a distance");
  EXPECT_EQ(refusal("every", "0"), "'0' is not a number of points");
  EXPECT_EQ(refusal("every", "1.5"), "'1.5' is not a number of points");
}

constexpr const char* kSquareWithHole = R"({"type": "FeatureCollection", "features": [
  {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 2]}},
  {"type": "Feature", "properties": {}, "geometry": null},
  {"type": "Feature", "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates": [
    [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]], [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]],
    [[[10, 10, 5], [11, 10, 5], [11, 11, 5], [10, 10, 5]]]]}}]})";

TEST(Polygons, AreReadWithTheirHoles) {
  const Region region = polygonsFrom(kSquareWithHole, "/maps/town.geojson").region;
  EXPECT_EQ(region.source, "town.geojson");
  ASSERT_EQ(region.polygons.size(), 2u);
  EXPECT_EQ(region.polygons[0].rings.size(), 2u);
  const RegionTest test(region, 3);
  const auto keeps = [&](double x, double y) { return test.keeps(std::array{x, y, 99.0}.data()); };
  EXPECT_TRUE(keeps(0.5, 0.5));
  EXPECT_FALSE(keeps(1.5, 1.5));
  EXPECT_TRUE(keeps(10.9, 10.5));
  EXPECT_FALSE(keeps(10.1, 10.5));
  EXPECT_FALSE(keeps(5, 5));
}

TEST(Polygons, AreRefusedWithThePlace) {
  const auto refusal = [](std::string_view text) -> std::string {
    try {
      polygonsFrom(text, "a.geojson");
      return "taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      EXPECT_FALSE(error.hint().empty());
      return error.where() + ": " + error.reason();
    }
  };
  EXPECT_EQ(refusal("{"), "a.geojson byte 2: it is not valid JSON");
  EXPECT_EQ(refusal("[]"), "a.geojson: it is not GeoJSON: an object has no type");
  EXPECT_EQ(refusal(R"({"type": "Point", "coordinates": [0, 0]})"), "a.geojson: there is no Polygon in it");
  EXPECT_EQ(refusal(R"({"type": "Polygon"})"), "a.geojson: a Polygon without coordinates");
  EXPECT_EQ(refusal(R"({"type": "Polygon", "coordinates": []})"), "a.geojson: polygon 1 has no ring");
  EXPECT_EQ(refusal(R"({"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [0, 0]]]})"),
            "a.geojson: polygon 1 has a ring of fewer than four positions");
  EXPECT_EQ(refusal(R"({"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1], [0, 0]]]})"),
            "a.geojson: polygon 1 has a position that is not two numbers");
  EXPECT_EQ(refusal(std::string(100, '[')), "a.geojson: it is nested deeper than 64 levels");
}

class FilterSession : public TemporaryFolder {};

TEST_F(FilterSession, KeepsEveryRuleAndEveryFile) {
  put("a.csv", "x,y\n1,2\n");
  put("b.csv", "x,y\n3,4\n");
  put("town.geojson", kSquareWithHole);
  SessionFile session;
  session.cloud = folder / "a.csv";
  session.moreClouds = {folder / "b.csv"};
  FilterWish wish = wishWith({{"where", "z > 2"}, {"class", "2,14"}, {"box", "0,0,0.1,1"}, {"thin", "0.1"}, {"every", "3"}});
  wish.polygonFiles = {folder / "town.geojson"};
  session.job.filter = wish.filter();
  session.job.filter.ranges = {{.column = "z", .low = 0.1}, {.column = "intensity", .low = 1, .high = 2}};
  session.job.filter.regions.push_back(
      {.polygons = {{{{{0, 0}, {1, 0}, {1, 1}}}}}, .projection = {1, 2, 3, 4, 5, 6, 7, 8, 9}, .keep = false, .source = "lasso"});
  EXPECT_TRUE(writeSession(folder / "s.arete", session).empty());
  const LoadedSession loaded = readSession(folder / "s.arete");
  EXPECT_EQ(loaded.session.job.filter, session.job.filter);
  EXPECT_EQ(loaded.session.files(), session.files());
  EXPECT_TRUE(loaded.warnings.empty());
  session.job.filter.classes = std::vector<int>();
  writeSession(folder / "s.arete", session);
  EXPECT_EQ(readSession(folder / "s.arete").session.job.filter.classes, std::vector<int>());
}

TEST_F(FilterSession, SaysWhichKeyOfAFilterIsWrong) {
  const auto refusal = [&](const std::string& filter) -> std::string {
    try {
      const auto loaded = readSession("s.arete", R"({"format": "arete session", "version": 1, "job": {"filter": )" + filter + "}}");
      return loaded.warnings.empty() ? "taken" : loaded.warnings[0];
    } catch (const Error& error) {
      return error.where() + ": " + error.reason();
    }
  };
  EXPECT_EQ(refusal("{}"), "taken");
  EXPECT_EQ(refusal("7"), "s.arete: job.filter: an object {…} is expected here");
  EXPECT_EQ(refusal(R"({"where": "z >"})"), "s.arete: job.filter.where: character 4 of 'z >': it ends where a name or a number is expected");
  EXPECT_EQ(refusal(R"({"classes": [256]})"), "s.arete: job.filter.classes: a list of numbers from 0 to 255 is expected here");
  EXPECT_EQ(refusal(R"({"box": {"minimum": [0]}})"), "s.arete: job.filter.box: an object with 'maximum' is expected here");
  EXPECT_EQ(refusal(R"({"every": 0})"), "s.arete: job.filter.every: a whole number of 1 or more is expected here");
  EXPECT_EQ(refusal(R"({"thin": -1})"), "s.arete: job.filter.thin: a distance above 0 is expected here");
  EXPECT_EQ(refusal(R"({"regions": [{"source": "a", "keep": true, "polygons": [[[[1]]]]}]})"),
            "s.arete: job.filter.regions: a corner of two numbers is expected here");
  EXPECT_EQ(refusal(R"({"colour": 1})"), "ignored 'job.filter.colour', which this program does not know");
}

}  // namespace
}  // namespace arete
