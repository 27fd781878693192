// sweep: every row is what detect gives for its R1.
#include <cmath>

#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

using SweepCliTest = CliTest;

TEST_F(SweepCliTest, ItsRowsHaveTheHashesOfSingleDetectionsAndTheQualityOfTheTrueCurve) {
  const CliResult made = runCli({"generate", "spiral", "--points", "3000", "-o", path("cloud.ply"), "--truth", path("truth.csv")});
  ASSERT_EQ(made.code, 0) << made.err;
  const CliResult result = runCli({"sweep", path("cloud.ply"), "--from", "4", "--to", "16", "--steps", "3", "--reference", path("truth.csv"), "-o",
                                   path("sweep.json"), "--plot", path("sweep.svg")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto sweep = nlohmann::json::parse(read("sweep.json"))["sweep"];
  ASSERT_EQ(sweep.size(), 3u);
  EXPECT_EQ(sweep[0]["r1"], 4);
  EXPECT_EQ(sweep[1]["r1"], 8);
  for (const auto& row : sweep) {
    const double r1 = row["r1"];
    ASSERT_EQ(runCli({"detect", path("cloud.ply"), "--r1", std::to_string(r1), "--report", path("one.json")}).code, 0);
    EXPECT_EQ(nlohmann::json::parse(read("one.json"))["hash"], row["hash"]);
    EXPECT_TRUE(row["unexplained"] >= 0 && row["unexplained"] <= 1 && row["f_score"] > 0 && row["hausdorff"] > 0);
  }
  EXPECT_NE(read("sweep.svg").find("F-score"), std::string::npos);
}

TEST_F(SweepCliTest, WithoutRadiiTheLadderIsAroundTheSuggestedOne) {
  const CliResult result = runCli({"sweep", spiral(1000), "--steps", "5", "-o", path("sweep.csv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.err.find("the ladder is around"), std::string::npos);
  const std::string table = read("sweep.csv");
  EXPECT_TRUE(
      table.starts_with("r1,chosen,components,loops,ends,junctions,length,unexplained,mean_distance,steady_from,steady_to,milliseconds,hash\n"))
      << table;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 6);
}

TEST_F(SweepCliTest, OfANetworkTheLadderSpansTheCloudAndARadiusWithoutAnAnswerIsAWarning) {
  const std::string cloud = spiral(1000);
  const CliResult result = runCli({"sweep", cloud, "--curve", "network", "-o", path("sweep.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto sweep = nlohmann::json::parse(read("sweep.json"))["sweep"];
  EXPECT_LE(sweep.size(), 24u);
  EXPECT_GT(double(sweep.back()["r1"]), 16 * double(sweep.front()["r1"]));
  EXPECT_NE(result.out.find("components, loops, ends and junctions "), std::string::npos) << result.out;
  const CliResult fine = runCli({"sweep", cloud, "--curve", "network", "--from", "1e-12", "--to", "16", "--steps", "2", "-o", path("two.json")});
  ASSERT_EQ(fine.code, 0) << fine.err;
  EXPECT_NE(fine.err.find("R1 1e-12 is left out"), std::string::npos) << fine.err;
  EXPECT_EQ(nlohmann::json::parse(read("two.json"))["sweep"].size(), 1u);
}

TEST_F(SweepCliTest, RefusesWhatCannotBeWrittenBeforeItComputes) {
  const std::string cloud = spiral(100);
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"-o", path("sweep.txt")}, {"--plot", path("sweep.png")}, {"--from", "9", "--to", "3"}}) {
    std::vector<std::string> arguments{"sweep", cloud};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(runCli(arguments).code, 2) << wrong[0];
  }
  EXPECT_EQ(files().size(), 1u);
}

}  // namespace
}  // namespace arete::test
