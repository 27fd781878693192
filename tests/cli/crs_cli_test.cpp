// Coordinate systems and the formats that take options, on the command line.
#include "compute/crs/about_crs.h"
#include "tests/cli/run_cli.h"

#include <cmath>
#include <filesystem>
#include <sstream>

namespace arete::test {

struct CrsCommands : CliTest {
  void SetUp() override {
    if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  }
  /// A spiral in metres around Amersfoort.
  std::string cloud() const {
    const auto made = runCli({"generate", "spiral", "--points", "2000", "--seed", "1", "-o", path("spiral.csv")});
    EXPECT_EQ(made.code, 0) << made.err;
    std::istringstream rows(read("spiral.csv"));
    std::string text, row;
    std::getline(rows, row);
    for (text = row + "\n"; std::getline(rows, row);) {
      const size_t comma = row.find(',');
      text += std::to_string(155'000 + std::stod(row)) + ',' + std::to_string(463'000 + std::stod(row.substr(comma + 1))) + '\n';
    }
    write("rd.csv", text);
    return path("rd.csv");
  }
};

TEST_F(CrsCommands, InfoSaysTheSystemThatIsGiven) {
  const std::string file = cloud();
  const auto text = runCli({"info", file, "--crs", "EPSG:28992"});
  EXPECT_NE(text.out.find("system      Amersfoort / RD New (EPSG:28992), metre\n"), std::string::npos) << text.out << text.err;
  EXPECT_EQ(runCli({"info", file, "--crs", "EPSG:28992", "--json"}).json()["crs"]["definition"], "EPSG:28992");
  EXPECT_TRUE(runCli({"info", file, "--json"}).json()["crs"].is_null());
}

/// Rows of numbers behind the names.
static std::vector<std::vector<double>> rowsOf(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::vector<double>> rows;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    rows.emplace_back();
    for (std::string word; std::getline(words, word, ',');) rows.back().push_back(std::stod(word));
  }
  return rows;
}

TEST_F(CrsCommands, ConvertMakesMetresOfDegreesInTheZoneOfTheMiddle) {
  write("places.csv", "latitude,longitude,depth\n52,4.99,7\n52,5.01,8\n52.02,5,9\n");
  const auto made = runCli({"convert", path("places.csv"), "-o", path("metres.csv"), "--crs", "EPSG:4326", "--to-crs", "utm"});
  ASSERT_EQ(made.code, 0) << made.err;
  const auto rows = rowsOf(read("metres.csv"));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_NEAR(std::hypot(rows[1][0] - rows[0][0], rows[1][1] - rows[0][1]), 0.02 * 111'320 * std::cos(52 * 3.14159265 / 180), 5);
  const double x = (rows[0][0] + rows[1][0]) / 2, y = (rows[0][1] + rows[1][1]) / 2;
  EXPECT_NEAR(std::hypot(rows[2][0] - x, rows[2][1] - y), 0.02 * 111'265, 5);
  EXPECT_NEAR(x, 500'000 + 2 * 111'320 * std::cos(52 * 3.14159265 / 180), 300) << "the meridian of zone 31, 3 degrees east, has 500 km";
  EXPECT_EQ(rows[2][2], 9) << "attributes stay";
  const auto south = runCli({"convert", path("metres.csv"), "-o", path("back.csv"), "--crs", "EPSG:32631", "--to-crs", "EPSG:4326"});
  ASSERT_EQ(south.code, 0) << south.err;
  EXPECT_NEAR(rowsOf(read("back.csv"))[0][0], 4.99, 1e-9);
  write("east.csv", "lon,lat\n184.9,-10\n185.1,-10\n");
  ASSERT_EQ(runCli({"convert", path("east.csv"), "-o", path("east.ply"), "--crs", "EPSG:4326", "--to-crs", "utm"}).code, 0);
  EXPECT_EQ(runCli({"info", path("east.ply"), "--json"}).json()["crs"]["definition"], "EPSG:32701") << "185 degrees east are 175 west";
  write("wide.csv", "lon,lat\n-30,-10\n40,-10\n");
  EXPECT_NE(runCli({"convert", path("wide.csv"), "-o", path("w.csv"), "--crs", "EPSG:4326", "--to-crs", "utm"}).err.find("% too long"),
            std::string::npos);
}

/// The system of a file after it went to UTM.
static std::string zoneOf(const std::string& file, const std::string& to) {
  const auto made = runCli({"convert", file, "-o", to, "--crs", "EPSG:4326", "--to-crs", "utm"});
  EXPECT_EQ(made.code, 0) << made.err;
  return runCli({"info", to, "--json"}).json()["crs"]["definition"];
}

TEST_F(CrsCommands, TheZonesOfNorwayAndSvalbardAreThoseOfTheMaps) {
  const std::pair<const char*, const char*> places[] = {
      {"5.0,61.3", "EPSG:32632"},  {"2.9,61.3", "EPSG:32631"}, {"5.0,55.9", "EPSG:32631"}, {"8.9,78.5", "EPSG:32631"}, {"11,78.5", "EPSG:32633"},
      {"20.9,78.5", "EPSG:32633"}, {"22,78.5", "EPSG:32635"},  {"34,78.5", "EPSG:32637"},  {"43,78.5", "EPSG:32638"},  {"-70,-33.5", "EPSG:32719"}};
  for (const auto& [place, zone] : places) {
    const std::string start = place;
    write("p.csv", "lon,lat\n" + start + "\n" + start + "1\n" + start + "2\n");
    EXPECT_EQ(zoneOf(path("p.csv"), path("out.csv")), zone) << place;
  }
}

TEST_F(CrsCommands, ATrackAcross180DegreesIsWhereItIs) {
  std::string rows = "lon,lat\n";
  for (int i = 0; i <= 100; ++i) {
    const double longitude = 179.95 + i * 0.001;
    rows += std::to_string(longitude > 180 ? longitude - 360 : longitude) + ",-16.8\n";
  }
  write("ferry.csv", rows);
  const auto made = runCli({"convert", path("ferry.csv"), "-o", path("out.csv"), "--to-crs", "utm"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.err.find("% too long"), std::string::npos) << made.err;
  const auto points = rowsOf(read("out.csv"));
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) length += std::hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  EXPECT_NEAR(length, 0.1 * 111'320 * std::cos(16.8 * 3.14159265 / 180), 30);
}

TEST_F(CrsCommands, OneStrayPointDoesNotChooseTheZoneAndIsNamed) {
  for (const char* stray : {"0,0", "-60,40"}) {
    std::string rows = "lon,lat\n" + std::string(stray) + "\n";
    for (int i = 0; i < 300; ++i) rows += std::to_string(151.2 + i * 5e-5) + "," + std::to_string(-33.87 + i * 3e-5) + "\n";
    write("stray.csv", rows);
    const auto made = runCli({"convert", path("stray.csv"), "-o", path("out.csv"), "--to-crs", "utm"});
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_NE(made.err.find("(row 1) lies far away from all others"), std::string::npos) << made.err;
    EXPECT_NE(made.err.find("--box 151."), std::string::npos) << made.err;
    EXPECT_EQ(made.err.find("% too long"), std::string::npos) << made.err;
    EXPECT_EQ(runCli({"info", path("out.csv"), "--json"}).json()["crs"]["definition"], "EPSG:32756");
    const size_t begin = made.err.find("--box ") + 6;
    const std::string box = made.err.substr(begin, made.err.find(' ', begin) - begin);
    const auto kept = runCli({"info", path("stray.csv"), "--box", box, "--json"});
    ASSERT_EQ(kept.code, 0) << kept.err;
    EXPECT_EQ(kept.json()["filter"]["points"], 300);
    std::remove(path("out.prj").c_str());
  }
}

TEST_F(CrsCommands, HeightsInFeetBecomeMetresWithTheRest) {
  write("feet.csv", "x,y,z\n677000,973000,50\n677100,973050,51\n");
  const auto made = runCli({"convert", path("feet.csv"), "--crs", "EPSG:2260+6360", "--to-crs", "utm", "-o", path("out.las")});
  ASSERT_EQ(made.code, 0) << made.err;
  const auto info = runCli({"info", path("out.las"), "--json"}).json();
  EXPECT_NEAR(info["bounds"]["minimum"][2].get<double>(), 15.24003, 1e-3);
  EXPECT_NE(info["crs"]["name"].get<std::string>().find("NAVD88 height"), std::string::npos) << info["crs"];
}

TEST_F(CrsCommands, PolygonsComeIntoTheSystemOfTheCloud) {
  write("tile.csv", "x,y\n500000,5000000\n500100,5000100\n600000,5000000\n");
  write("town.geojson", R"({"type":"Polygon","coordinates":[[[8.9,45.1],[9.1,45.1],[9.1,45.2],[8.9,45.2],[8.9,45.1]]]})");
  const auto kept = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"info", path("tile.csv"), "--json", "--polygon", path("town.geojson")};
    words.insert(words.end(), more.begin(), more.end());
    const auto result = runCli(words);
    return result.code == 0 ? result.json()["filter"]["points"].get<int>() : -1;
  };
  EXPECT_EQ(kept({"--crs", "EPSG:32632"}), 2);
  EXPECT_EQ(kept({}), -1) << "the cloud's system is not known: numbers are taken as they are";
  write("utm.geojson", R"({"type":"Polygon","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::32632"}},
                           "coordinates":[[[499000,4999000],[501000,4999000],[501000,5001000],[499000,5001000],[499000,4999000]]]})");
  write("town.geojson", read("utm.geojson"));
  EXPECT_EQ(kept({"--crs", "EPSG:32632"}), 2);
  EXPECT_EQ(kept({}), 2);
}

TEST_F(CrsCommands, ConvertPutsDegreesOntoTheUnitSphere) {
  write("places.csv", "x,y,z\n0,0,1\n90,0,2\n-45,60,3\n");
  const auto made = runCli({"convert", path("places.csv"), "-o", path("sphere.csv"), "--to-crs", "sphere"});
  ASSERT_EQ(made.code, 0) << made.err;
  const std::vector<std::vector<double>> expected = {{1, 0, 0, 1}, {0, 1, 0, 2}, {std::sqrt(0.125), -std::sqrt(0.125), std::sqrt(0.75), 3}};
  const auto rows = rowsOf(read("sphere.csv"));
  ASSERT_EQ(rows.size(), expected.size());
  for (size_t i = 0; i < rows.size(); ++i)
    for (size_t k = 0; k < 4; ++k) EXPECT_NEAR(rows[i][k], expected[i][k], 1e-12) << i << ", " << k;
}

TEST_F(CrsCommands, ConvertSaysWhyItCannotBringACloudSomewhere) {
  const std::string file = cloud();
  const auto unknown = runCli({"convert", file, "-o", path("a.csv"), "--to-crs", "utm"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("its own system is not known"), std::string::npos) << unknown.err;
  const auto metres = runCli({"convert", file, "-o", path("a.csv"), "--to-crs", "sphere"});
  EXPECT_NE(metres.err.find("which are no degrees on a sphere"), std::string::npos) << metres.err;
  const auto rd = runCli({"convert", file, "-o", path("a.csv"), "--crs", "EPSG:28992", "--to-crs", "sphere"});
  EXPECT_NE(rd.err.find("its system is Amersfoort / RD New"), std::string::npos) << rd.err;
  EXPECT_EQ(runCli({"convert", file, "-o", path("a.csv"), "--crs", "EPSG:28992", "--to-crs", "EPSG:0"}).code, 2);
  EXPECT_NE(runCli({"convert", file, "-o", path("a.csv"), "--crs", "EPSG:28992", "--to-crs", "none"}).err.find("no place to go to"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("a.csv")));
}

TEST_F(CrsCommands, DetectWritesGeojsonInWgs84OrAsItIs) {
  const std::string file = cloud();
  const auto longitude = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"detect", file, "--r1", kSpiralR1, "-o", path("a.geojson")};
    all.insert(all.end(), more.begin(), more.end());
    const auto result = runCli(all);
    EXPECT_EQ(result.code, 0) << result.err;
    return nlohmann::json::parse(read("a.geojson"))["features"][0]["geometry"]["coordinates"][0][0].get<double>();
  };
  EXPECT_GT(longitude({}), 154'000);
  EXPECT_NEAR(longitude({"--crs", "EPSG:28992"}), 5.387, 0.01);
  EXPECT_GT(longitude({"--crs", "EPSG:28992", "--geojson-crs", "keep"}), 154'000);
}

TEST_F(CrsCommands, QualityComparesWhatIsInTwoSystems) {
  const std::string file = cloud();
  ASSERT_EQ(runCli({"detect", file, "--r1", kSpiralR1, "--crs", "EPSG:28992", "-o", path("a.geojson")}).code, 0);
  ASSERT_EQ(runCli({"detect", file, "--r1", kSpiralR1, "--crs", "EPSG:28992", "-o", path("b.gpkg")}).code, 0);
  const auto result = runCli({"quality", path("a.geojson"), "--reference", path("b.gpkg"), "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_LT(result.json()["hausdorff"].get<double>(), 1e-3) << result.out;
  const auto again = runCli({"detect", file, "--r1", kSpiralR1, "--crs", "EPSG:28992", "--reference", path("a.geojson")});
  EXPECT_EQ(again.code, 0) << again.err;
}

TEST_F(CrsCommands, WhatCannotBeWrittenIsRefusedBeforeTheDetection) {
  const std::string file = cloud();
  const auto grid =
      runCli({"detect", file, "--r1", kSpiralR1, "-o", path("a.geojson"), "--crs", "+proj=longlat +ellps=clrk66 +nadgrids=none.gsb +type=crs"});
  EXPECT_EQ(grid.code, 2) << grid.out;
  const auto unknown = runCli({"detect", file, "--crs", "EPSG:1"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("--crs"), std::string::npos) << unknown.err;
  EXPECT_NE(unknown.err.find("EPSG:28992"), std::string::npos) << "what to give instead";
  EXPECT_EQ(runCli({"detect", file, "--swc-root", "a"}).code, 2);
  EXPECT_EQ(runCli({"detect", file, "--geojson-crs", "mercator"}).code, 2);
  EXPECT_FALSE(exists("a.geojson"));
}

TEST_F(CrsCommands, DetectWritesSwcWithTheSpreadAsRadius) {
  const auto result = runCli({"detect", spiral(), "--curve", "network", "--r1", kSpiralR1, "-o", path("a.swc")});
  ASSERT_EQ(result.code, 0) << result.err;
  std::istringstream rows(read("a.swc"));
  size_t nodes = 0;
  double sum = 0;
  for (std::string row; std::getline(rows, row);) {
    if (row.starts_with("#")) continue;
    std::istringstream words(row);
    double field = 0, radius = 0;
    for (int i = 0; i < 6; ++i) words >> field, radius = i == 5 ? field : radius;
    ++nodes, sum += radius;
  }
  ASSERT_GT(nodes, 10u);
  // Noise of 4.17 in all in two dimensions is 2.95 across the curve, less what is farther than R1.
  EXPECT_NEAR(sum / double(nodes), 2.95, 0.6);
}

}  // namespace arete::test
