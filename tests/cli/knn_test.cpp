// knn, from clouds on disk to tables of indices and distances; and its benchmark.
#include "tests/cli/run_cli.h"

#include "compute/catalog/version.h"

namespace arete::test {

class KnnTest : public CliTest {
 protected:
  void SetUp() override {
    write("reference.csv", "x,y\n0,0\n3,0\n0,4\n10,10\n");
    write("queries.csv", "x,y\n0,1\n9,9\n");
  }
};

TEST_F(KnnTest, WritesIndicesAndTrueDistancesAsText) {
  const CliResult result =
      runCli({"knn", path("reference.csv"), path("queries.csv"), "-k", "2", "-o", path("indices.csv"), "--distances", path("distances.csv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(read("indices.csv"), "neighbour_1,neighbour_2\n0,2\n3,2\n");
  EXPECT_EQ(read("distances.csv"), "distance_1,distance_2\n1,3\n1.4142135,10.29563\n");
  EXPECT_NE(result.out.find("2 queries"), std::string::npos) << result.out;
}

TEST_F(KnnTest, WritesNumPyArrays) {
  const CliResult result =
      runCli({"knn", path("reference.csv"), "--exclude-self", "-k", "1", "-o", path("indices.npy"), "--distances", path("distances.npy")});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string indices = read("indices.npy"), distances = read("distances.npy");
  EXPECT_NE(indices.find("'<i8', 'fortran_order': False, 'shape': (4, 1)"), std::string::npos);
  EXPECT_NE(distances.find("'<f4'"), std::string::npos);
  int64_t neighbours[4];
  ASSERT_GE(indices.size(), sizeof neighbours);
  indices.copy(reinterpret_cast<char*>(neighbours), sizeof neighbours, indices.size() - sizeof neighbours);
  EXPECT_EQ(std::vector<int64_t>(neighbours, neighbours + 4), (std::vector<int64_t>{1, 0, 0, 2}));
}

TEST_F(KnnTest, PutsQueriesIntoTheFrameOfTheReference) {
  write("far.csv", "x,y\n5000000,5000000\n5000001,5000000\n5000000.25,5000000\n");  // kept less an origin
  write("near.csv", "x,y\n0,0\n5000000.75,5000000\n");                              // kept less another or none
  ASSERT_EQ(runCli({"knn", path("far.csv"), path("near.csv"), "-k", "1", "-o", path("i.csv"), "--distances", path("d.csv")}).code, 0);
  EXPECT_EQ(read("i.csv"), "neighbour_1\n0\n1\n");
  EXPECT_EQ(read("d.csv"), "distance_1\n7071067.811865475\n0.25\n");
}

TEST_F(KnnTest, EveryVersionGivesTheSameFileOrItsReason) {
  const std::string cloud = spiral(400, 3);
  ASSERT_EQ(runCli({"knn", cloud, "-k", "1", "--exclude-self", "--version", "knn.cpu.v0", "-o", path("expected.npy")}).code, 0);
  for (const Version& version : versions(Stage::knn)) {
    const CliResult result = runCli({"knn", cloud, "-k", "1", "--exclude-self", "--version", std::string(version.id), "-o", path("found.npy")});
    EXPECT_EQ(result.code, version.available() ? 0 : 2) << version.id << ' ' << result.err;
    if (version.available() && version.exact) {
      EXPECT_EQ(read("found.npy"), read("expected.npy")) << version.id;
    }
  }
}

TEST_F(KnnTest, RefusesWhatCannotBeAnsweredAndLeavesNoFile) {
  const std::string reference = path("reference.csv"), out = path("out.npy");
  EXPECT_EQ(runCli({"knn", reference, "-k", "5", "-o", out}).code, 2);
  EXPECT_EQ(runCli({"knn", reference, path("queries.csv"), "--exclude-self", "-o", out}).code, 2);
  EXPECT_EQ(runCli({"knn", reference, "-o", path("out.xyz")}).code, 2);
  EXPECT_EQ(runCli({"knn", reference, "--version", "knn.cpu.beast", "-o", out}).code, 2);
  write("three.csv", "x,y,z\n0,0,0\n");
  EXPECT_NE(runCli({"knn", reference, path("three.csv"), "-o", out}).err.find("queries have 3 coordinates"), std::string::npos);
  EXPECT_FALSE(exists("out.npy"));
}

TEST_F(KnnTest, BenchChecksBeforeItTimes) {
  const CliResult result = runCli({"bench", "knn", "--cases", "1,2,5", "--repeat", "2", "--backend", "cpu", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto bench = result.json();
  ASSERT_EQ(bench["cases"].size(), 3u);
  for (const auto& each : bench["cases"]) {
    EXPECT_GT(each["floor_ms"].get<double>(), 0);
    for (const auto& row : each["rows"])
      if (row.contains("total_ms")) {
        EXPECT_GT(row["total_ms"].get<double>(), 0);
        EXPECT_TRUE(row["bits"] == "equal" || !findVersion(row["version"].get<std::string>()).exact) << row;
      } else {
        EXPECT_NE(row["remark"], "") << row;
      }
  }
  EXPECT_EQ(runCli({"bench", "knn", "--cases", "99"}).code, 2);
  EXPECT_EQ(runCli({"bench", "knn", "--cases", "1", "--repeat", "1", "--backend", "cpu", "--markdown"}).code, 0);
}

}  // namespace arete::test
