// Tables of branches and of pieces, and curves in even steps, from the command line.
#include <cmath>
#include <map>
#include <sstream>

#include "tests/cli/run_cli.h"

namespace arete::test {

class BodiesTest : public CliTest {
 protected:
  /// The wall of a tube of radius 3 and length 80, in double.
  std::string tube() const {
    constexpr int kPoints = 3000;
    std::string rows = "x y z\n";
    uint32_t state = 1;
    const auto uniform = [&] { return double((state = state * 1664525 + 1013904223) >> 8) / (1 << 24); };
    for (int i = 0; i < kPoints; ++i) {
      const double along = 80 * uniform(), angle = 2 * 3.14159265358979 * uniform();
      rows += std::to_string(along) + ' ' + std::to_string(3 * std::cos(angle)) + ' ' + std::to_string(3 * std::sin(angle)) + '\n';
    }
    write("tube.xyz", rows);
    return path("tube.xyz");
  }
  /// The first row under the names of a table.
  std::map<std::string, double> firstRow(const std::string& name) const {
    std::istringstream lines(read(name));
    std::string names, values;
    std::getline(lines, names), std::getline(lines, values);
    std::istringstream ofNames(names), ofValues(values);
    std::map<std::string, double> row;
    for (std::string key, value; std::getline(ofNames, key, ',');) {
      std::getline(ofValues, value, ',');
      if (!value.empty()) row[key] = std::stod(value);
    }
    return row;
  }
};

TEST_F(BodiesTest, AreTablesOfBranchesAndPieces) {
  const CliResult result = runCli(
      {"detect", tube(), "--r1", "4", "--curve", "network", "-o", path("a.csv"), "--branches", path("branches.csv"), "--bodies", path("bodies.csv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("body      surface "), std::string::npos) << result.out;
  auto branch = firstRow("branches.csv"), body = firstRow("bodies.csv");
  const double volume = 3.14159 * 9 * 80;
  EXPECT_NEAR(branch["volume"], volume, 0.1 * volume);
  EXPECT_NEAR(branch["radius"], 3, 0.1);
  EXPECT_NEAR(branch["seen"], 1, 0.1);
  EXPECT_EQ(branch["parent"], -1);
  EXPECT_FALSE(branch.contains("angle")) << "it has no parent";
  EXPECT_EQ(body["volume"], branch["volume"]);
  EXPECT_EQ(body["branches"], 1);
  EXPECT_TRUE(read("a.csv").starts_with("polyline_id,closed,index,x,y,z,node,radius,radius_error,radius_spread,seen\n"));
}

TEST_F(BodiesTest, AreTheSameOnAnyNumberOfThreads) {
  const std::string cloud = tube();
  for (const char* threads : {"1", "2", "7"})
    ASSERT_EQ(
        runCli({"detect", cloud, "--r1", "4", "--curve", "network", "--threads", threads, "--branches", path(threads + std::string(".csv"))}).code,
        0);
  EXPECT_EQ(read("1.csv"), read("2.csv"));
  EXPECT_EQ(read("1.csv"), read("7.csv"));
}

TEST_F(BodiesTest, HaveNamesThatEndInCsv) {
  const CliResult result = runCli({"detect", tube(), "--r1", "4", "--branches", path("branches.txt")});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("its name does not end in .csv"), std::string::npos) << result.err;
  EXPECT_FALSE(exists("branches.txt"));
}

TEST_F(BodiesTest, CurvesAreWrittenInEvenSteps) {
  ASSERT_EQ(runCli({"detect", tube(), "--r1", "4", "--curve", "network", "-o", path("a.swc"), "--curve-step", "0.5"}).code, 0);
  std::istringstream lines(read("a.swc"));
  std::vector<double> x;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream row(line);
    double number = 0, type = 0, place = 0;
    if (!line.starts_with("#") && row >> number >> type >> place) x.push_back(place);
  }
  ASSERT_GT(x.size(), 140u);
  for (size_t i = 1; i < x.size(); ++i) EXPECT_NEAR(std::abs(x[i] - x[i - 1]), 0.5, 0.1);
  EXPECT_EQ(runCli({"detect", tube(), "--r1", "4", "-o", path("b.ply"), "--curve-step", "0"}).code, 2);
}

}  // namespace arete::test
