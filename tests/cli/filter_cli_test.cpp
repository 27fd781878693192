// Filters, several files and convert, as a user gives them.
#include "tests/cli/run_cli.h"

#include <algorithm>
#include <cmath>

namespace arete::test {

class FilterCliTest : public CliTest {
 protected:
  /// A wire of class 14 that hangs over ground of class 2; every third point of the ground is noise, class 7.
  std::string tile(const std::string& name, int from, int to) const {
    std::string rows = "x,y,z,classification,intensity\n";
    for (int i = from; i < to; ++i) {
      const double t = i * 0.05, sag = 12 + 0.004 * (t - 50) * (t - 50), off = ((i * 7919) % 101 - 50) * 0.002;
      rows += number(122000 + t) + ',' + number(487000 + 0.5 * t + off) + ',' + number(sag + off) + ",14,900\n";
      for (int k = 0; k < 3; ++k)
        rows += number(122000 + t) + ',' + number(487000 + 17 * k + off) + ',' + number(0.5 + off) + ',' + (k == 2 ? "7" : "2") + ",100\n";
    }
    write(name, rows);
    return path(name);
  }
  static std::string number(double x) {
    std::string text = std::to_string(std::round(x * 1000) / 1000);
    return text.substr(0, text.find('.') + 4);
  }
  static std::string hashOf(const std::string& report) { return nlohmann::json::parse(report)["hash"].get<std::string>(); }
};

TEST_F(FilterCliTest, InfoCountsClassesByTheirNames) {
  const std::string cloud = tile("tile.csv", 0, 1000);
  const CliResult text = runCli({"info", cloud});
  EXPECT_NE(text.out.find("classes     ground (2)"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("wire-conductor (14)"), std::string::npos) << text.out;
  const auto json = runCli({"info", cloud, "--json"}).json();
  ASSERT_EQ(json["classes"].size(), 3u);
  EXPECT_EQ(json["classes"][0]["name"], "ground");
  EXPECT_EQ(json["classes"][0]["points"], 2000);
  EXPECT_EQ(json["classes"][2]["class"], 14);
  EXPECT_EQ(json["classes"][2]["points"], 1000);
}

TEST_F(FilterCliTest, AFilterIsTheSameFromFlagsAsByHand) {
  const std::string cloud = tile("tile.csv", 0, 1000);
  const auto kept = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"info", cloud, "--json"});
    const CliResult result = runCli(flags);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.json()["filter"]["points"].get<int>();
  };
  EXPECT_EQ(kept({"--class", "wire-conductor"}), 1000);
  EXPECT_EQ(kept({"--class", "2,7"}), 3000);
  EXPECT_EQ(kept({"--where", "class == 14 && intensity > 500"}), 1000);
  EXPECT_EQ(kept({"--where", "z > 2", "--every", "10"}), 100);
  EXPECT_EQ(kept({"--box", "122000,486000,2,122010,490000,100"}), 201);
  EXPECT_EQ(kept({"--class", "14", "--thin", "10000"}), 1);
  write("area.geojson",
        R"({"type":"Polygon","coordinates":[[[121999,486000],[122010.01,486000],[122010.01,490000],[121999,490000],[121999,486000]]]})");
  EXPECT_EQ(kept({"--class", "14", "--polygon", path("area.geojson")}), 201);
}

TEST_F(FilterCliTest, WrongFiltersAreOneErrorThatSaysWhere) {
  const std::string cloud = tile("tile.csv", 0, 10);
  const auto said = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"info", cloud});
    const CliResult result = runCli(flags);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_TRUE(result.out.empty());
    return result.err;
  };
  EXPECT_NE(said({"--where", "class = 14"}).find("character 7 of 'class = 14': one '=' compares nothing"), std::string::npos);
  EXPECT_NE(said({"--where", "hight > 2"}).find("the cloud has no attribute 'hight'"), std::string::npos);
  EXPECT_NE(said({"--class", "wires"}).find("'wires' is no class"), std::string::npos);
  EXPECT_NE(said({"--where", "z > 1000"}).find("the filter keeps none of 40 points"), std::string::npos);
  EXPECT_NE(said({"--polygon", cloud}).find("byte 1: it is not valid JSON"), std::string::npos);
  write("far.geojson", R"({"type":"Polygon","coordinates":[[[9.5,45],[9.6,45],[9.6,45.1],[9.5,45]]]})");
  EXPECT_NE(said({"--polygon", path("far.geojson")}).find("the polygon lies around 9.5, 45, and is brought into the system"), std::string::npos);
}

TEST_F(FilterCliTest, AFilterThatKeepsNothingDoesNotHideTheWarnings) {
  write("odd.csv", "x,y,z\n0,0,1\nnan,2,1\n3,3,1\n4,5,2\n");
  const CliResult result = runCli({"info", path("odd.csv"), "--where", "z > 1000"});
  EXPECT_EQ(result.code, 2);
  const size_t warned = result.err.find("warning: 1 of 4 points left out"), failed = result.err.find("the filter keeps none of 3 points");
  ASSERT_NE(warned, std::string::npos) << result.err;
  EXPECT_LT(warned, failed) << result.err;
}

TEST_F(FilterCliTest, TilesAreOneCloudAndAFilterGivesTheHashOfTheFilteredFile) {
  const std::string whole = tile("whole.csv", 0, 1000), a = tile("a.csv", 0, 400), b = tile("b.csv", 400, 1000);
  const auto detect = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "detect");
    arguments.insert(arguments.end(), {"--r1", "0.5", "--report", path("report.json")});
    const CliResult result = runCli(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return read("report.json");
  };
  const std::string one = detect({whole, "--class", "14"});
  EXPECT_EQ(nlohmann::json::parse(one)["filter"], "class wire-conductor (14)");
  EXPECT_EQ(nlohmann::json::parse(one)["cloud"]["points"], 1000);
  EXPECT_EQ(hashOf(detect({a, b, "--class", "14"})), hashOf(one));
  EXPECT_EQ(hashOf(detect({a, b, "--class", "14", "--threads", "1"})), hashOf(one));
  EXPECT_EQ(hashOf(detect({a, b, "--where", "z > 2"})), hashOf(one));
}

TEST_F(FilterCliTest, ASessionKeepsFilesAndFilterAndReplayGivesTheSameBits) {
  tile("a.csv", 0, 400), tile("b.csv", 400, 1000);
  const std::string session = R"({"format": "arete session", "version": 1, "cloud": {"file": "a.csv"}, "more_clouds": [{"file": "b.csv"}],
    "job": {"parameters": {"r1": "0.5"}, "filter": {"classes": [14]}}})";
  write("work.arete", session);
  const CliResult result = runCli({"replay", path("work.arete"), "--report", path("replayed.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  runCli({"detect", path("a.csv"), path("b.csv"), "--class", "14", "--r1", "0.5", "--report", path("detected.json")});
  EXPECT_EQ(hashOf(read("replayed.json")), hashOf(read("detected.json")));
  const CliResult lost = runCli({"replay", path("work.arete"), "-o", path("b.csv")});
  EXPECT_EQ(lost.code, 2);
  EXPECT_NE(lost.err.find("which would be lost"), std::string::npos) << lost.err;
}

TEST_F(FilterCliTest, ConvertKeepsEveryBitOnTheWayThroughAllFormats) {
  const std::string cloud = tile("0.csv", 0, 300);
  std::string from = cloud;
  for (const char* format : {"las", "npy", "ply", "csv"}) {
    const std::string to = path(std::string("1.") + format);
    const CliResult result = runCli({"convert", from, "-o", to});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err.find("warning"), std::string::npos) << result.err;
    from = to;
  }
  const std::string first = read("0.csv"), last = read("1.csv");
  const auto rowsOf = [](const std::string& text) {  // x, y, z as text
    std::vector<std::string> rows;
    for (size_t at = text.find('\n') + 1; at < text.size(); at = text.find('\n', at) + 1) {
      std::string row;
      for (size_t k = 0, begin = at; k < 3; ++k) {
        const size_t end = text.find(',', begin);
        row += std::to_string(std::stod(text.substr(begin, end - begin))) + ' ';
        begin = end + 1;
      }
      rows.push_back(row);
    }
    return rows;
  };
  EXPECT_EQ(rowsOf(first), rowsOf(last));
  EXPECT_EQ(runCli({"info", path("1.csv"), "--json"}).json()["classes"], runCli({"info", cloud, "--json"}).json()["classes"]);
}

TEST_F(FilterCliTest, ConvertJoinsAndFiltersFiles) {
  const std::string a = tile("a.csv", 0, 100), b = tile("b.csv", 100, 300);
  ASSERT_EQ(runCli({"convert", a, b, "--class", "14", "-o", path("wires.las")}).code, 0);
  const auto json = runCli({"info", path("wires.las"), "--json"}).json();
  EXPECT_EQ(json["points"], 300);
  EXPECT_EQ(json["attributes"].back()["name"], "source_file");
  EXPECT_EQ(json["attributes"].back()["max"], 2);
  const CliResult refused = runCli({"convert", a, "-o", path("a.xyzw")});
  EXPECT_EQ(refused.code, 2);
  const CliResult lost = runCli({"convert", a, b, "-o", b});
  EXPECT_EQ(lost.code, 2);
  EXPECT_NE(lost.err.find("which would be lost"), std::string::npos) << lost.err;
}

}  // namespace arete::test
