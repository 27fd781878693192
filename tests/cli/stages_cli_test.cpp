// What the command line derives from the table of stages: flags, the summary, reports. Scripts read these texts, so they must not change.
#include <regex>

#include "app/cli/job_flags.h"
#include "compute/engine/job.h"
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

using StagesCliTest = CliTest;
using OrderedJson = nlohmann::ordered_json;

std::vector<std::string> keysOf(const OrderedJson& object) {
  std::vector<std::string> keys;
  for (const auto& [key, unused] : object.items()) keys.push_back(key);
  return keys;
}

TEST_F(StagesCliTest, EveryStageOfADetectionHasAFlagThatNamesItsVersions) {
  const std::string help = runCli({"detect", "--help"}).out;
  size_t last = 0;
  for (const Stage stage : kStages) {
    const size_t at = help.find("  " + versionFlag(stage) + " ID");
    EXPECT_EQ(at != std::string::npos, stageInfo(stage).use != StageUse::neighbours) << name(stage);
    if (at == std::string::npos) continue;
    EXPECT_GT(at, last) << "in the order of the table";
    last = at;
    for (const Version& version : versions(stage)) EXPECT_NE(help.find(version.id), std::string::npos) << version.id;
  }
  for (const Stage stage : kNeighbourStages)
    EXPECT_NE(runCli({stage == Stage::within ? "knn" : std::string(name(stage)), "--help"}).out.find(versions(stage).back().id), std::string::npos)
        << name(stage);
}

TEST_F(StagesCliTest, TheSummaryCountsStepsAndTimesAsItAlwaysDid) {
  const std::string cloud = spiral(2000);
  const std::string whole = runCli({"detect", cloud, "--r1", kSpiralR1}).out;
  const std::string number = "[0-9][0-9 .e+-]*";
  const std::string counts =
      "rounds    [0-9]+ rounds?, [0-9]+ evolve iterations?, [0-9]+ decimate sweeps?; chosen points " + number + "( > " + number + ")+\n";
  EXPECT_TRUE(std::regex_search(whole, std::regex(counts))) << whole;
  const std::string times = "choose " + number + ", prepare " + number + ", evolve " + number + ", decimate " + number;
  EXPECT_TRUE(std::regex_search(whole, std::regex("time      " + times + ", order " + number + ", total " + number + " ms\n"))) << whole;
  const std::string tiled = runCli({"detect", cloud, "--r1", kSpiralR1, "--tile-detection", "hybrid", "--smoothing", "decimate-then-evolve"}).out;
  EXPECT_TRUE(std::regex_search(
      tiled, std::regex("time      tile " + number + ", " + times + ", smooth " + number + ", order " + number + ", total " + number + " ms\n")))
      << tiled;
}

TEST_F(StagesCliTest, ReportsHaveTheKeysThatTheyAlwaysHad) {
  ASSERT_EQ(runCli({"detect", spiral(2000), "--r1", kSpiralR1, "--backend", "cpu", "--tile-detection", "local", "--report", path("a.json")}).code, 0);
  const OrderedJson report = OrderedJson::parse(read("a.json"));
  EXPECT_EQ(keysOf(report), (std::vector<std::string>{"program",   "version",    "device", "versions",  "r1",        "r2",     "parameters",
                                                      "cloud",     "exact",      "tiles",  "chosen",    "counts",    "rounds", "evolve_iterations",
                                                      "sweeps",    "components", "loops",  "junctions", "ends",      "edges",  "length",
                                                      "polylines", "times_ms",   "hash",   "finished",  "converged", "step",   "steps_computed",
                                                      "steps"}));
  EXPECT_EQ(keysOf(report["versions"]), (std::vector<std::string>{"choose", "evolve", "decimate", "order", "tile"}));
  EXPECT_EQ(keysOf(report["times_ms"]), (std::vector<std::string>{"choose", "prepare", "evolve", "decimate", "order", "tile", "smooth", "total"}));
  EXPECT_EQ(keysOf(report["steps"][1]), (std::vector<std::string>{"step", "type", "round", "in_round", "chosen", "moved", "removed", "looked_at",
                                                                  "milliseconds", "device_ms", "smoothing"}));
  for (const OrderedJson& step : report["steps"])
    EXPECT_TRUE(step["type"] == (step["step"] == 0 ? "choose" : step["type"] == "evolve" ? "evolve" : "decimate")) << step;
}

TEST_F(StagesCliTest, TheBenchOfRadiiHasATimeForEveryStage) {
  const CliResult result = runCli({"bench", "radius", "--points", "500", "--repeat", "1", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(keysOf(OrderedJson::parse(result.out)["rows"][0]),
            (std::vector<std::string>{"points", "dimension", "r1_factor", "r1", "chosen", "left", "iterations", "choose_ms", "prepare_ms",
                                      "evolve_ms", "decimate_ms", "order_ms", "median_ms", "hash"}));
}

}  // namespace
}  // namespace arete::test
