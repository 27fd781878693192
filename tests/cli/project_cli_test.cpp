// project: points along a curve, from files and from sessions.
#include <cmath>
#include <sstream>

#include "compute/io/session_file.h"
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

using ProjectCliTest = CliTest;

std::vector<std::vector<std::string>> rowsOf(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    if (line.ends_with(',')) rows.back().emplace_back();
  }
  return rows;
}

TEST_F(ProjectCliTest, WritesTheDistanceTheSideAndTheArcLengthOfEveryPoint) {
  write("cloud.csv", "x,y,weight\n3,2,7\n4,-1,8\n12,4,9\n");
  write("curve.csv", "polyline_id,x,y\n0,0,0\n0,10,0\n0,10,5\n");
  const CliResult result = runCli({"project", path("cloud.csv"), path("curve.csv"), "-o", path("points.csv"), "--reach", "1.5", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rows = rowsOf(read("points.csv"));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"x", "y", "weight", "distance", "offset", "arc_length", "path", "component"}));
  EXPECT_EQ(rows[1], (std::vector<std::string>{"3", "2", "7", "2", "2", "3", "0", "0"}));
  EXPECT_EQ(rows[2], (std::vector<std::string>{"4", "-1", "8", "1", "-1", "4", "0", "0"}));
  EXPECT_EQ(rows[3], (std::vector<std::string>{"12", "4", "9", "2", "-2", "14", "0", "0"}));
  EXPECT_EQ(result.json()["beyond"]["beyond"], 2);
  EXPECT_EQ(result.json()["by_component"][0]["points"], 3);
}

TEST_F(ProjectCliTest, PointsOfAProjectionAreProjectedAgainWithoutDoubleColumns) {
  write("cloud.csv", "x,y\n3,2\n4,-1\n");
  write("curve.csv", "polyline_id,x,y\n0,0,0\n0,10,0\n");
  ASSERT_EQ(runCli({"project", path("cloud.csv"), path("curve.csv"), "-o", path("once.csv")}).code, 0);
  ASSERT_EQ(runCli({"project", path("once.csv"), path("curve.csv"), "-o", path("twice.csv")}).code, 0);
  EXPECT_EQ(read("once.csv"), read("twice.csv"));
}

TEST_F(ProjectCliTest, AProfileHasEveryPointOnceAndAPlotOfIt) {
  const std::string cloud = spiral();
  ASSERT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.csv")}).code, 0);
  const CliResult result =
      runCli({"project", cloud, path("curve.csv"), "--profile", path("profile.csv"), "--plot", path("plot.svg"), "--step", "20"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("on average"), std::string::npos);
  uint64_t points = 0;
  const auto rows = rowsOf(read("profile.csv"));
  EXPECT_EQ(rows[0], (std::vector<std::string>{"path", "component", "from", "to", "points", "density", "offset", "width"}));
  for (size_t i = 1; i < rows.size(); ++i) {
    points += std::stoull(rows[i][4]);
    EXPECT_LE(std::stod(rows[i][3]) - std::stod(rows[i][2]), 20 + 1e-9);
  }
  EXPECT_EQ(points, 3000u);
  const std::string plot = read("plot.svg");
  EXPECT_TRUE(plot.starts_with("<svg ") && plot.find("Density along the curve") != std::string::npos && plot.find("Width") != std::string::npos);
}

TEST_F(ProjectCliTest, ASessionIsItsCurveWithItsReach) {
  const std::string cloud = spiral();
  ASSERT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.csv")}).code, 0);
  SessionFile session;
  session.cloud = cloud;
  session.job.params.set(kR1Param, std::stod(kSpiralR1));
  writeSession(path("work.arete"), session);
  const CliResult ofSession = runCli({"project", cloud, path("work.arete"), "-o", path("session.csv"), "--json"});
  ASSERT_EQ(ofSession.code, 0) << ofSession.err;
  ASSERT_EQ(runCli({"project", cloud, path("curve.csv"), "-o", path("file.csv")}).code, 0);
  EXPECT_DOUBLE_EQ(ofSession.json()["reach"], 2 * std::stod(kSpiralR1));
  const uint64_t beyond = ofSession.json()["beyond"]["beyond"];
  uint64_t farther = 0;
  const auto one = rowsOf(read("session.csv")), other = rowsOf(read("file.csv"));
  ASSERT_EQ(one.size(), other.size());
  for (size_t i = 1; i < one.size(); ++i) {
    EXPECT_NEAR(std::stod(one[i][2]), std::stod(other[i][2]), 1e-4);  // the file has as many digits as float has
    farther += std::stod(one[i][2]) > 2 * std::stod(kSpiralR1);
  }
  EXPECT_EQ(beyond, farther);
  const CliResult again = runCli({"project", cloud, path("work.arete"), "-o", path("one_thread.csv"), "--threads", "1"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(read("one_thread.csv"), read("session.csv"));
}

TEST_F(ProjectCliTest, WhatCannotBeProjectedIsOneErrorAndLeavesNoFile) {
  write("cloud.csv", "x,y\n3,2\n4,-1\n");
  write("space.csv", "polyline_id,x,y,z\n0,0,0,0\n0,1,0,0\n");
  write("curve.csv", "polyline_id,x,y\n0,0,0\n0,10,0\n");
  const auto refused = [&](const std::vector<std::string>& more, const std::string& why) {
    std::vector<std::string> arguments{"project", path("cloud.csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CliResult result = runCli(arguments);
    EXPECT_EQ(result.code, 2) << why;
    EXPECT_NE(result.err.find(why), std::string::npos) << result.err;
  };
  refused({path("space.csv"), "-o", path("out.csv")}, "does not fit");
  refused({path("curve.csv"), "-o", path("out.las.gz")}, "cannot write the points");
  refused({path("curve.csv"), "--profile", path("profile.txt")}, "does not end in .csv");
  refused({path("curve.csv"), "-o", path("cloud.csv")}, path("cloud.csv"));
  EXPECT_EQ(files(), (std::vector<std::string>{"cloud.csv", "curve.csv", "space.csv"}));
}

TEST_F(ProjectCliTest, TheBenchComparesWithTheReferenceAndNamesTheFloor) {
  const CliResult result = runCli({"bench", "project", "--points", "3000", "--dim", "2,3", "--repeat", "1", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rows = result.json()["rows"];
  ASSERT_EQ(rows.size(), 4u);
  for (const auto& row : rows) EXPECT_TRUE(row["floor_ms"] > 0 && row["median_ms"] > 0 && row["edges"] > 10);
}

}  // namespace
}  // namespace arete::test
