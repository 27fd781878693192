// detect --parts and bench parts.
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

using PartsCliTest = CliTest;

TEST_F(PartsCliTest, GivesTheSameHashInAnyNumberOfParts) {
  const std::string cloud = spiral(3000);
  const std::string hash = hashIn(runCli({"detect", cloud, "--r1", kSpiralR1, "--backend", "cpu"}).out);
  ASSERT_EQ(hash.size(), 64u);
  for (const char* parts : {"1", "3", "11"})
    for (const char* partition : {"auto", "space", "dealt"}) {
      const CliResult outcome = runCli({"detect", cloud, "--r1", kSpiralR1, "--parts", parts, "--partition", partition});
      EXPECT_EQ(hashIn(outcome.out), hash) << parts << ' ' << partition << '\n' << outcome.out << outcome.err;
      EXPECT_NE(outcome.out.find("\nparts     " + std::string(parts) + (std::string(partition) == "dealt" ? " dealt, " : " by space, ")),
                std::string::npos)
          << outcome.out;
    }
  const CliResult scattered = runCli({"detect", cloud, "--r1", kSpiralR1, "--parts", "4", "--point-order", "scattered"});
  EXPECT_EQ(hashIn(scattered.out), hashIn(runCli({"detect", cloud, "--r1", kSpiralR1, "--point-order", "scattered"}).out));
}

TEST_F(PartsCliTest, WritesABlockOfPartsIntoTheReport) {
  ASSERT_EQ(runCli({"detect", spiral(3000), "--r1", kSpiralR1, "--parts", "4", "--report", path("a.json")}).code, 0);
  const nlohmann::json report = nlohmann::json::parse(read("a.json"));
  EXPECT_EQ(report["parts"]["count"], 4);
  EXPECT_GT(report["parts"]["moves"], 0);
  EXPECT_EQ(report["versions"]["evolve"], "evolve.cpu.parts");
  EXPECT_EQ(report["versions"]["choose"], "choose.cpu.parts");
}

TEST_F(PartsCliTest, RefusesPartsWhereThereAreNone) {
  const std::string cloud = spiral(500);
  const CliResult network = runCli({"detect", cloud, "--r1", kSpiralR1, "--curve", "network", "--parts", "4"});
  EXPECT_EQ(network.code, 2) << network.err;
  EXPECT_NE(network.err.find("only chains are found in parts"), std::string::npos) << network.err;
  const CliResult other = runCli({"detect", cloud, "--r1", kSpiralR1, "--evolve", "evolve.cpu.accelerated", "--parts", "4"});
  EXPECT_EQ(other.code, 2) << other.err;
  EXPECT_NE(other.err.find("evolve.cpu.accelerated has none"), std::string::npos) << other.err;
  EXPECT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "--parts", "0"}).code, 2);
}

TEST_F(PartsCliTest, BenchSaysWhatPartsSendAndTake) {
  const CliResult outcome = runCli({"bench", "parts", "--cloud", spiral(3000), "--r1", kSpiralR1, "--parts", "1,3", "--repeat", "1", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json rows = nlohmann::json::parse(outcome.out)["rows"];
  ASSERT_EQ(rows.size(), 4u) << "two partitions of two numbers of parts";
  for (const auto& row : rows) {
    EXPECT_EQ(row["points"], 3000);
    EXPECT_EQ(row["sum_changes"] == 0, row["parts"] == 1) << row;
    EXPECT_GT(row["evolve_ms"], 0);
    EXPECT_GT(row["whole_ms"], 0);
    EXPECT_GT(row["choose_rounds"], 0);
  }
}

}  // namespace
}  // namespace arete::test
