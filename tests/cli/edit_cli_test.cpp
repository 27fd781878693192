// Edits as a user gives them: a file of them, a session that holds them, what reports say.
#include "tests/cli/run_cli.h"

#include <algorithm>
#include <fstream>

#include "compute/io/edit_json.h"
#include "compute/io/session_file.h"

namespace arete::test {

class EditCliTest : public CliTest {
 protected:
  CliResult detect(const std::vector<std::string>& more) const {
    std::vector<std::string> all = {"detect", cloud_, "--r1", kSpiralR1};
    all.insert(all.end(), more.begin(), more.end());
    return runCli(all);
  }
  nlohmann::json report() const { return nlohmann::json::parse(read("report.json")); }
  std::string edits(const std::string& list) const {
    write("edits.json", R"({"format": "arete edits", "version": 1, "edits": )" + list + "}");
    return path("edits.json");
  }
  const std::string cloud_ = spiral();
};

TEST_F(EditCliTest, DetectMakesEditsAndTheReportListsThem) {
  ASSERT_EQ(detect({"--report", path("report.json")}).code, 0);
  const auto before = report();
  const CliResult result = detect({"--edits", edits(R"([{"do": "longer_than", "length": 1e-6}, {"do": "split", "nodes": [[1e9, 1e9]]}])"), "--report",
                                   path("report.json"), "--chosen", path("chosen.csv")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto after = report();
  EXPECT_EQ(after["edges"], 0);
  EXPECT_EQ(after["chosen"], 0);
  EXPECT_NE(after["hash"], before["hash"]);
  EXPECT_FALSE(before.contains("edits"));
  ASSERT_EQ(after["edits"].size(), 2u);
  EXPECT_EQ(after["edits"][0]["do"], "longer_than");
  EXPECT_EQ(after["edits"][0]["applied"], true);
  EXPECT_EQ(after["edits"][0]["result"], "removed " + std::to_string(before["edges"].get<int>()) + " edges");
  EXPECT_EQ(after["edits"][1]["applied"], false);
  EXPECT_NE(result.err.find("edit 2 (split at 1000000000.00, 1000000000.00) is not made: no node is there any more"), std::string::npos)
      << result.err;
  EXPECT_NE(result.out.find("edits     1 of 2 edits made"), std::string::npos) << result.out;
}

TEST_F(EditCliTest, ReportsAsTablesHaveARowForEveryPartOfAnEdit) {
  ASSERT_EQ(detect({"--edits", edits(R"([{"do": "shorter_than", "length": 1}])"), "--report", path("report.csv")}).code, 0);
  EXPECT_NE(read("report.csv").find("edits.1.what,remove what is shorter than 1\n"), std::string::npos);
  EXPECT_NE(read("report.csv").find("edits.1.applied,true\n"), std::string::npos);
}

TEST_F(EditCliTest, ReplayMakesTheEditsOfASessionAndGivesTheSameBits) {
  const std::string list = edits(R"([{"do": "longer_than", "length": 15.5}])");
  ASSERT_EQ(detect({"--edits", list, "--report", path("report.json"), "-o", path("curve.csv")}).code, 0);
  SessionFile session;
  session.cloud = cloud_;
  session.job.params.set(kR1Param, std::stod(kSpiralR1));
  session.job.edits = readEdits(list).edits;
  session.resultHash = report()["hash"];
  writeSession(path("work.arete"), session);
  const CliResult result = runCli({"replay", path("work.arete"), "-o", path("again.csv")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.err.find("same bits as in the session"), std::string::npos) << result.err;
  EXPECT_EQ(read("again.csv"), read("curve.csv"));
  session.job.edits = {};
  writeSession(path("work.arete"), session);
  EXPECT_NE(runCli({"replay", path("work.arete")}).code, 0) << "without its edits it is another curve";
}

TEST_F(EditCliTest, PointsOfNoiseInForceAreLeftOut) {
  std::string rows = "x,y\n";
  for (int i = 0; i < 2000; ++i) {
    const double off = ((i * 7919) % 101 - 50) * 0.01;
    rows += std::to_string(i * 0.05) + "," + std::to_string(off) + "\n";
    if (i < 500) rows += std::to_string(i * 0.05) + "," + std::to_string(40 + off) + "\n";
  }
  write("two.csv", rows);
  const auto run = [&](const std::string& list) {
    std::vector<std::string> arguments = {"detect", path("two.csv"), "--r1", "2", "--report", path("report.json")};
    if (!list.empty()) arguments.insert(arguments.end(), {"--edits", edits(list)});
    const CliResult result = runCli(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return report();
  };
  EXPECT_EQ(run("")["components"], 2);
  const auto noise = run(R"([{"do": "noise", "nodes": [[0, 40], [25, 40]], "edges": [[0, 1]], "reach": 2, "in_force": true}])");
  EXPECT_EQ(noise["components"], 1);
  EXPECT_EQ(noise["cloud"]["points"], 2000);
  EXPECT_EQ(noise["filter"], "without 1 component marked as noise");
}

TEST_F(EditCliTest, AWrongFileOfEditsIsOneErrorBeforeTheWork) {
  const CliResult result = detect({"--edits", edits(R"([{"do": "split"}])"), "-o", path("curve.csv")});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("edits[0].nodes"), std::string::npos) << result.err;
  EXPECT_FALSE(exists("curve.csv"));
  EXPECT_EQ(detect({"--edits", path("none.json")}).code, 1);
  EXPECT_EQ(detect({"--edits", edits("[]"), "-o", path("edits.json"), "--format", "csv"}).code, 2) << "an input is not overwritten";
}

}  // namespace arete::test
