// knn --within: all neighbours in a ball, as pairs; with -k the nearest of them.
#include <algorithm>
#include <cstring>

#include "compute/catalog/version.h"
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

struct KnnWithinTest : CliTest {
  void SetUp() override {
    write("reference.csv", "x,y\n0,0\n3,0\n0,4\n10,10\n");
    write("queries.csv", "x,y\n0,1\n9,9\n100,100\n");
  }
  CliResult search(std::vector<std::string> more) const {
    std::vector<std::string> all{"knn", path("reference.csv")};
    all.insert(all.end(), more.begin(), more.end());
    return runCli(all);
  }
};

TEST_F(KnnWithinTest, WritesPairsDistancesAndCounts) {
  const CliResult result =
      search({path("queries.csv"), "--within", "3", "-o", path("pairs.csv"), "--distances", path("d.csv"), "--counts", path("c.csv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(read("pairs.csv"), "query,neighbour\n0,0\n0,2\n1,3\n");
  EXPECT_EQ(read("d.csv"), "distance\n1\n3\n1.4142135\n");
  EXPECT_EQ(read("c.csv"), "neighbours\n2\n1\n0\n");
  EXPECT_NE(result.out.find("within.cpu.best on CPU"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("3 queries, 3 neighbours within 3: 0 to 2 each, median 1\n"), std::string::npos) << result.out;
}

TEST_F(KnnWithinTest, WritesNumPyArrays) {
  const CliResult result = search({"--within", "4", "--exclude-self", "-o", path("pairs.npy"), "--counts", path("counts.npy")});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string pairs = read("pairs.npy"), counts = read("counts.npy");
  EXPECT_NE(pairs.find("'<i8', 'fortran_order': False, 'shape': (4, 2)"), std::string::npos);
  EXPECT_NE(counts.find("'shape': (4, 1)"), std::string::npos);
  std::vector<int64_t> rows(8);
  ASSERT_GT(pairs.size(), 64u);
  std::memcpy(rows.data(), pairs.data() + pairs.size() - 64, 64);
  EXPECT_EQ(rows, (std::vector<int64_t>{0, 1, 0, 2, 1, 0, 2, 0}));
}

TEST_F(KnnWithinTest, WithKTheNearestInTheBallHaveTheTableOfK) {
  const CliResult result = search({path("queries.csv"), "-k", "3", "--within", "3", "-o", path("i.csv"), "--distances", path("d.csv"), "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(read("i.csv"), "neighbour_1,neighbour_2,neighbour_3\n0,2,-1\n3,-1,-1\n-1,-1,-1\n");
  EXPECT_EQ(read("d.csv"), "distance_1,distance_2,distance_3\n1,3,nan\n1.4142135,nan,nan\nnan,nan,nan\n");
  const auto summary = result.json();
  EXPECT_EQ(summary["k"], 3);
  EXPECT_EQ(summary["within"], 3);
  EXPECT_EQ(summary["neighbours"], 3);
  EXPECT_EQ(summary["neighbours_each"].dump(), R"({"greatest":2,"least":0,"median":1.0})");
}

TEST_F(KnnWithinTest, TheSummaryIsForProgramsToo) {
  const auto summary = search({"--within", "3", "-o", path("pairs.csv"), "--json"}).json();
  EXPECT_EQ(summary["version"], "within.cpu.best");
  EXPECT_EQ(summary["queries"], 4);
  EXPECT_EQ(summary["neighbours"], 6);
  EXPECT_EQ(summary["neighbours_each"]["median"], 1.5);
  EXPECT_EQ(summary["written"][0], path("pairs.csv"));
  for (const char* key : {"total_ms", "transfer_ms", "build_ms", "query_ms"}) EXPECT_TRUE(summary[key].is_number()) << key;
  EXPECT_EQ(search({"-k", "2", "-o", path("i.csv"), "--json"}).json()["k"], 2);
}

TEST_F(KnnWithinTest, ARadiusOfZeroFindsEqualPointsAndALargeOneAll) {
  write("twice.csv", "x,y\n1,1\n2,2\n1,1\n");
  ASSERT_EQ(runCli({"knn", path("twice.csv"), "--within", "0", "--exclude-self", "-o", path("pairs.csv")}).code, 0);
  EXPECT_EQ(read("pairs.csv"), "query,neighbour\n0,2\n2,0\n");
  for (const char* radius : {"1e9", "inf"}) {
    ASSERT_EQ(runCli({"knn", path("twice.csv"), "--within", radius, "-o", path("pairs.csv")}).code, 0);
    EXPECT_EQ(read("pairs.csv"), "query,neighbour\n0,0\n0,2\n0,1\n1,1\n1,0\n1,2\n2,0\n2,2\n2,1\n") << radius;
  }
}

TEST_F(KnnWithinTest, ADistanceOfTheRadiusIsWithinIt) {
  write("tenths.csv", "x,y\n0,0\n0.1,0\n0,0.1\n0.2,0\n");
  for (const char* scalar : {"float", "double"}) {
    ASSERT_EQ(runCli({"knn", path("tenths.csv"), "--within", "0.1", "--scalar", scalar, "-o", path("p.csv"), "--counts", path("c.csv")}).code, 0);
    EXPECT_EQ(read("c.csv"), "neighbours\n3\n3\n2\n2\n") << scalar;
  }
}

TEST_F(KnnWithinTest, PairsAreOfRowsOfTheFiles) {
  write("walk.csv", "x,y\n0,1\nnan,1\n21,1\nword,1\n39,1\n");
  write("map.csv", "x,y\n0,0\n,\n10,0\n20,0\n30,0\n40,0\n");
  ASSERT_EQ(runCli({"knn", path("map.csv"), path("walk.csv"), "--within", "2", "-o", path("p.csv"), "--counts", path("c.csv")}).code, 0);
  EXPECT_EQ(read("p.csv"), "query,neighbour\n0,0\n2,3\n4,5\n");
  EXPECT_EQ(read("c.csv"), "neighbours\n1\n-1\n1\n-1\n1\n");
  ASSERT_EQ(runCli({"knn", path("map.csv"), path("walk.csv"), "--within", "2", "--where", "x > 5", "-o", path("p.csv")}).code, 0);
  EXPECT_EQ(read("p.csv"), "query,neighbour\n2,3\n4,5\n");
}

TEST_F(KnnWithinTest, EveryVersionGivesTheSameFilesOnAnyNumberOfThreads) {
  const std::string cloud = spiral(3000, 3);
  const auto run = [&](const std::string& version, const char* threads) {
    const CliResult result = runCli({"knn", cloud, "--within", "2", "--exclude-self", "--version", version, "--threads", threads, "-o", path("p.npy"),
                                     "--distances", path("d.npy")});
    EXPECT_EQ(result.code, 0) << result.err;
    return read("p.npy") + read("d.npy");
  };
  const std::string expected = run("within.cpu.v0", "1");
  EXPECT_GT(expected.size(), 40'000u);
  for (const Version& version : versions(Stage::within))
    for (const char* threads : {"1", "2", "7"}) EXPECT_EQ(run(std::string(version.id), threads), expected) << version.id << ", " << threads;
}

TEST_F(KnnWithinTest, WhatIsNoRadiusIsRefusedInOneSentenceAndLeavesNoFile) {
  for (const char* radius : {"-1", "nan", "-inf"}) {
    const CliResult result = search({"--within", radius, "-o", path("out.npy")});
    EXPECT_EQ(result.code, 2) << radius;
    EXPECT_NE(result.err.find("cannot search within a radius: --within: " + std::string(radius) + " is no length"), std::string::npos) << result.err;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 2) << result.err;
  }
  EXPECT_EQ(search({"--within", "wide", "-o", path("out.npy")}).code, 2);
  EXPECT_NE(search({"--within", "1", "--version", "knn.cpu.v9", "-o", path("out.npy")}).err.find("not of 'within'"), std::string::npos);
  EXPECT_NE(search({"--version", "within.cpu.v9", "-o", path("out.npy")}).err.find("not of 'knn'"), std::string::npos);
  EXPECT_NE(search({"-k", "1", "--within", "1", "--version", "knn.cpu.two_level", "-o", path("out.npy")}).err.find("knows no radius"),
            std::string::npos);
  EXPECT_NE(search({"-k", "1", "--counts", path("c.npy"), "-o", path("out.npy")}).err.find("--counts"), std::string::npos);
  EXPECT_EQ(search({path("queries.csv"), "--within", "1", "--exclude-self", "-o", path("out.npy")}).code, 2);
  EXPECT_FALSE(exists("out.npy") || exists("c.npy"));
}

TEST_F(KnnWithinTest, AnAnswerThatDoesNotFitIsRefusedBeforeItIsFound) {
  ASSERT_EQ(runCli({"generate", "spiral", "--points", "1e6", "--dim", "3", "-o", path("cloud.ply")}).code, 0);
  const CliResult result = runCli({"knn", path("cloud.ply"), "--within", "1e6", "-o", path("out.npy")});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.err.find("there are 1000000000000 neighbours"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("smaller radius"), std::string::npos) << result.err;
  EXPECT_FALSE(exists("out.npy"));
}

}  // namespace
}  // namespace arete::test
