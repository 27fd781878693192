// How sure a network is, on the command line: in the summary, the report and every file of the curve; kept by sessions.
#include <sstream>

#include "tests/cli/run_cli.h"

namespace arete::test {

class SupportCli : public CliTest {
 protected:
  /// A cross with points strewn around it, and so many along a side street.
  std::string cloud(int onSideStreet = 0) const {
    uint32_t state = 1;
    const auto uniform = [&] { return double((state = state * 1664525 + 1013904223) >> 8) / (1 << 24); };
    std::ostringstream text;
    text << "x,y\n";
    for (int i = 0; i < 3000; ++i) {
      const double along = 200 * uniform() - 100, across = 3 * (uniform() + uniform() - 1);
      text << (i % 2 == 0 ? along : across) << ',' << (i % 2 == 0 ? across : along) << '\n';
    }
    for (int i = 0; i < 500; ++i) text << 200 * uniform() - 100 << ',' << 200 * uniform() - 100 << '\n';
    for (int i = 0; i < onSideStreet; ++i) text << 40 + 2 * (uniform() + uniform() - 1) << ',' << 60 * uniform() << '\n';
    write("cross.csv", text.str());
    return path("cross.csv");
  }
  CliResult detect(std::vector<std::string> more, int onSideStreet = 0) const {
    more.insert(more.begin(), {"detect", cloud(onSideStreet), "--curve", "network", "--r1", "4"});
    return runCli(more);
  }
  static size_t linesOf(const std::string& text) { return size_t(std::count(text.begin(), text.end(), '\n')); }
};

TEST_F(SupportCli, SaysHowSureTheNetworkIsInSummaryAndReport) {
  const CliResult result = detect({"--bootstrap", "10", "--report", path("report.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("how sure  10 resamples: an edge is in "), std::string::npos) << result.out;
  const auto report = nlohmann::json::parse(read("report.json"));
  EXPECT_EQ(report["parameters"]["bootstrap"], 10);
  const auto support = report["support"];
  EXPECT_EQ(support["resamples"], 10);
  EXPECT_GT(support["support_mean"], 0.5);
  EXPECT_LE(support["support_mean"], 1);
  EXPECT_LE(support["length_below_half"], report["length"]);
  EXPECT_EQ(support["spread_quartiles"].size(), 3u);
  EXPECT_FALSE(support.contains("consensus"));
  ASSERT_EQ(detect({"--report", path("plain.json")}).code, 0);
  const auto plain = nlohmann::json::parse(read("plain.json"));
  EXPECT_FALSE(plain.contains("support"));
  EXPECT_EQ(plain["hash"], report["hash"]) << "it changes nothing";
}

TEST_F(SupportCli, ADoubtfulNetworkIsAWarningAndInTheReport) {
  const CliResult fine = detect({"--report", path("fine.json")});
  EXPECT_FALSE(nlohmann::json::parse(read("fine.json")).contains("doubt"));
  EXPECT_EQ(fine.err.find("arete-cli sweep"), std::string::npos) << fine.err;
  const CliResult empty = runCli({"detect", path("cross.csv"), "--curve", "network", "--r1", "0.0001", "--report", path("empty.json")});
  ASSERT_EQ(empty.code, 0) << empty.err;
  const std::string doubt = nlohmann::json::parse(read("empty.json"))["doubt"];
  EXPECT_NE(doubt.find("R1 is too small"), std::string::npos);
  EXPECT_NE(empty.err.find(doubt), std::string::npos) << empty.err;
}

TEST_F(SupportCli, TheTestOfTheBackgroundIsSwitchedOff) {
  ASSERT_EQ(detect({"--report", path("tested.json")}).code, 0);
  ASSERT_EQ(detect({"--test-background", "off", "--report", path("untested.json")}).code, 0);
  const auto tested = nlohmann::json::parse(read("tested.json")), untested = nlohmann::json::parse(read("untested.json"));
  EXPECT_EQ(untested["parameters"]["test_background"], false);
  EXPECT_GT(untested["length"], tested["length"]);
}

TEST_F(SupportCli, IsTheSameOnEveryNumberOfThreads) {
  ASSERT_EQ(detect({"--bootstrap", "8", "-o", path("one.ply"), "--threads", "1"}).code, 0);
  for (const char* threads : {"2", "7"}) {
    ASSERT_EQ(detect({"--bootstrap", "8", "-o", path("more.ply"), "--threads", threads}).code, 0);
    EXPECT_EQ(read("more.ply"), read("one.ply")) << threads;
  }
}

TEST_F(SupportCli, IsInEveryFormatThatCanHoldIt) {
  for (const char* format : {"ply", "csv", "geojson", "svg", "gpkg", "vtp", "graphml"}) {
    const CliResult result = detect({"--bootstrap", "8", "-o", path(std::string("net.") + format)});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err.find("no confidence"), std::string::npos) << result.err;
  }
  EXPECT_NE(read("net.ply").find("property double spread\nproperty double confidence\nelement edge"), std::string::npos);
  EXPECT_NE(read("net.csv").find(",node,spread,support,confidence\n"), std::string::npos);
  EXPECT_NE(read("net.svg").find("data-support=\""), std::string::npos);
  const auto json = nlohmann::json::parse(read("net.geojson"));
  for (const auto& feature : json["features"]) {
    const auto& properties = feature["properties"];
    EXPECT_GE(properties["support"], properties["support_least"]);
    const size_t positions = feature["geometry"]["coordinates"].size();
    EXPECT_EQ(properties["supports"].size(), positions - 1);
    EXPECT_EQ(properties["spreads"].size(), positions - (properties["closed"] ? 1 : 0));
    EXPECT_TRUE(properties.contains("from_confidence"));
  }
  for (const char* format : {"obj", "dxf"})
    EXPECT_NE(detect({"--bootstrap", "8", "-o", path(std::string("net.") + format)}).err.find("this format stores no confidence"), std::string::npos);
}

TEST_F(SupportCli, FilesWithItAreReadLikeThoseWithout) {
  for (const char* format : {"ply", "csv", "geojson", "gpkg"}) {
    const std::string plain = path(std::string("plain.") + format), sure = path(std::string("sure.") + format);
    ASSERT_EQ(detect({"-o", plain}).code, 0);
    ASSERT_EQ(detect({"--bootstrap", "4", "-o", sure}).code, 0);
    const CliResult result = runCli({"quality", sure, "--reference", plain, "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_LT(result.json()["hausdorff"].get<double>(), 1e-9) << format;
  }
}

TEST_F(SupportCli, WritesTheConsensusOnRequest) {
  constexpr int kFew = 40;  // that show a side street to some of the resamples
  ASSERT_EQ(detect({"--bootstrap", "10", "-o", path("all.csv")}, kFew).code, 0);
  const CliResult result = detect({"--bootstrap", "10", "--consensus", "0.9", "-o", path("sure.csv"), "--report", path("report.json")}, kFew);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("consensus "), std::string::npos) << result.out;
  const auto report = nlohmann::json::parse(read("report.json"));
  EXPECT_EQ(report["support"]["consensus"]["share"], 0.9);
  EXPECT_LT(report["support"]["consensus"]["length"], report["length"]) << "the side street is doubtful";
  EXPECT_LT(linesOf(read("sure.csv")), linesOf(read("all.csv")));
}

TEST_F(SupportCli, RefusesWhatMakesNoSense) {
  const CliResult alone = detect({"--consensus", "0.5"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_NE(alone.err.find("--bootstrap 100"), std::string::npos) << alone.err;
  const CliResult chains = runCli({"detect", spiral(), "--r1", kSpiralR1, "--bootstrap", "5"});
  EXPECT_EQ(chains.code, 2);
  EXPECT_NE(chains.err.find("--curve network"), std::string::npos) << chains.err;
  EXPECT_EQ(detect({"--bootstrap", "-1"}).code, 2);
  EXPECT_EQ(detect({"--bootstrap", "4", "--consensus", "2"}).code, 2);
}

TEST_F(SupportCli, MeasuresByHowSureItIsWhetherItIsTrue) {
  write("truth.csv", "polyline_id,closed,index,x,y\n0,0,0,-100,0\n0,0,1,100,0\n1,0,0,0,-100\n1,0,1,0,100\n");
  const CliResult result =
      detect({"--bootstrap", "10", "--reference", path("truth.csv"), "--quality-tolerance", "3", "--report", path("report.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto quality = nlohmann::json::parse(read("report.json"))["quality"];
  EXPECT_GT(quality["within_surest_quarter"], 0.95);
  EXPECT_GE(quality["within_surest_quarter"], quality["within_least_sure_quarter"]);
}

TEST_F(SupportCli, IsKeptByASessionAndMadeAgainByReplay) {
  const std::string cloudFile = cloud();
  const nlohmann::json session = {{"format", "arete session"},
                                  {"version", 1},
                                  {"cloud", {{"file", cloudFile}}},
                                  {"job", {{"parameters", {{"curve", "network"}, {"r1", "4"}, {"bootstrap", "6"}, {"consensus", "0.5"}}}}}};
  write("s.arete", session.dump());
  const CliResult result = runCli({"replay", path("s.arete"), "--report", path("report.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto report = nlohmann::json::parse(read("report.json"));
  EXPECT_EQ(report["support"]["resamples"], 6);
  EXPECT_EQ(report["support"]["consensus"]["share"], 0.5);
}

TEST_F(SupportCli, EndsWithinAMomentOfASignal) {
  const CliResult result = runCli({"detect", cloud(), "--curve", "network", "--r1", "4", "--bootstrap", "10000"}, 1500);
  EXPECT_EQ(result.code, 130) << result.err;
  EXPECT_EQ(files(), (std::vector<std::string>{"cross.csv"}));
}

}  // namespace arete::test
