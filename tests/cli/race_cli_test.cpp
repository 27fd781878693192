// race: every file that it writes can be read, agrees with single detections, and the page needs nothing else.
#include "tests/cli/run_cli.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace arete::test {
namespace {

using RaceCliTest = CliTest;

/// Every tag that is opened is closed, in order: what a browser or a drawing program needs.
bool wellFormed(const std::string& text) {
  static const std::set<std::string> kEmpty = {"meta", "br", "!doctype"};
  std::vector<std::string> open;
  for (size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    const size_t end = text.find('>', at);
    if (end == text.npos) return false;
    std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.ends_with('/')) continue;
    const bool closes = tag.starts_with('/');
    tag = tag.substr(closes ? 1 : 0, tag.find_first_of(" \n") - (closes ? 1 : 0));
    if (kEmpty.contains(tag)) continue;
    if (!closes) open.push_back(tag);
    else if (open.empty() || open.back() != tag) return false;
    else open.pop_back();
  }
  return open.empty();
}

TEST_F(RaceCliTest, ItsFilesCanBeReadAndHaveTheHashesOfSingleDetections) {
  const std::string cloud = spiral(3000);
  const CliResult result = runCli({"race", cloud, "--r1", "8.34", "--versions", "evolve=cpu.brute_force,cpu.accelerated", "--repeat", "1", "-o",
                                   path("race.json"), "--plot", path("race.svg"), "--page", path("race.html")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("bit-identical"), std::string::npos) << result.out;
  const auto json = nlohmann::json::parse(read("race.json"));
  EXPECT_EQ(json["race"], "evolve");
  ASSERT_EQ(json["racers"].size(), 2u);
  for (const auto& racer : json["racers"]) {
    const std::string id = racer["version"];
    ASSERT_EQ(runCli({"detect", cloud, "--r1", "8.34", "--evolve", id, "--report", path("one.json")}).code, 0);
    EXPECT_EQ(nlohmann::json::parse(read("one.json"))["hash"], racer["hash"]) << id;
    EXPECT_TRUE(racer["equal"] && racer["milliseconds"] > 0 && racer["runs"].size() == 1) << id;
    EXPECT_GT(racer["steps"].size(), 5u);
    for (const auto& count : racer["counts"]) EXPECT_GT(std::string(count["meaning"]).size(), 20u);
  }
  EXPECT_TRUE(wellFormed(read("race.svg")));
  EXPECT_NE(read("race.svg").find("Points rechecked"), std::string::npos);
}

TEST_F(RaceCliTest, ThePageStandsAloneAndHasPicturesPlotsAndWhatTheCountersMean) {
  const CliResult result = runCli({"race", spiral(3000), "--r1", "8.34", "--versions", "evolve.cpu.brute_force,evolve.cpu.accelerated,cpu.sequential",
                                   "--repeat", "1", "--page", path("race.html")});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string page = read("race.html");
  EXPECT_TRUE(wellFormed(page));
  for (const char* foreign : {"<script", "<link", "<img", "src=", "@import", "url(", "https:", "href='http"})
    EXPECT_EQ(page.find(foreign), page.npos) << foreign;
  const std::string name = "http://www.w3.org/2000/svg";  // the only address: a name, which nobody opens
  for (size_t at = page.find("http:"); at != page.npos; at = page.find("http:", at + 1)) EXPECT_EQ(page.compare(at, name.size(), name), 0);
  for (const char* wanted : {"evolve.cpu.sequential", "Checks per point", "How often the nearest chosen point was searched for", "At one time",
                             "<svg", "Points sorted by space once", "id='cloud'", "href='#cloud'"})
    EXPECT_NE(page.find(wanted), page.npos) << wanted;
  EXPECT_EQ(page.find("nothing was measured here"), page.npos);
}

TEST_F(RaceCliTest, WhereBitsDifferItIsSaidInEveryFile) {
  const CliResult result = runCli({"race", spiral(20'000), "--r1", "8.34", "--vary", "tile-detection=whole,local", "--tile-capacity", "2000",
                                   "--repeat", "1", "-o", path("race.csv"), "--page", path("race.html")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("differ from step"), std::string::npos) << result.out;
  std::istringstream csv(read("race.csv"));
  std::string line;
  ASSERT_TRUE(std::getline(csv, line));
  EXPECT_TRUE(line.starts_with("version,what,stage,step,round,in_round,milliseconds,")) << line;
  const auto columns = std::count(line.begin(), line.end(), ',');
  size_t different = 0, wholes = 0, stages = 0;
  while (std::getline(csv, line)) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns) << line;
    different += line.find(",differ,") != line.npos;
    wholes += line.find(",whole,") != line.npos, stages += line.find(",stage,") != line.npos;
  }
  EXPECT_GT(different, 1u);
  EXPECT_EQ(wholes, 2u);
  EXPECT_GT(stages, 4u);
  EXPECT_NE(read("race.html").find("Where they differ from the first"), std::string::npos);
}

TEST_F(RaceCliTest, SearchesAndNetworksRaceAndR1IsSuggestedWhereItIsNotGiven) {
  const std::string cloud = spiral(2000);
  const CliResult searches =
      runCli({"race", cloud, "--versions", "knn=cpu.v0,cpu.best", "-k", "4", "--repeat", "2", "-o", path("knn.json"), "--page", path("knn.html")});
  ASSERT_EQ(searches.code, 0) << searches.err;
  const auto json = nlohmann::json::parse(read("knn.json"));
  EXPECT_EQ(json["neighbours"], 4);
  EXPECT_TRUE(json["racers"][1]["equal"]);
  EXPECT_TRUE(wellFormed(read("knn.html")));
  const CliResult network = runCli({"race", cloud, "--curve", "network", "--versions", "thin=cpu.sequential,cpu.prefixes", "--repeat", "1"});
  ASSERT_EQ(network.code, 0) << network.err;
  EXPECT_NE(network.err.find("suggested from the cloud"), std::string::npos);
}

TEST_F(RaceCliTest, RefusesWhatIsNoRaceBeforeItReads) {
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--versions", "evolve=cpu.accelerated"},
                                                {"--versions", "evolve=cpu.accelerated,cpu.fast"},
                                                {"--versions", "tile=cpu.recursive,cpu.parallel"},
                                                {"--versions", "cpu.accelerated,cpu.brute_force"},
                                                {"--vary", "r1=4,8"},
                                                {"--vary", "threads=1,1"},
                                                {"--vary", "threads=1,2", "-o", path("race.txt")},
                                                {"--vary", "threads=1,2", "--plot", path("race.png")},
                                                {"--vary", "threads=1,2", "--page", path("race.pdf")},
                                                {"--vary", "threads=1,2", "--versions", "evolve=cpu.accelerated,cpu.brute_force"}}) {
    std::vector<std::string> arguments{"race", path("missing.ply")};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const CliResult result = runCli(arguments);
    EXPECT_EQ(result.code, 2) << (wrong.empty() ? "nothing" : wrong.back());
    EXPECT_EQ(result.err.find("Traceback"), std::string::npos);
  }
  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace arete::test
