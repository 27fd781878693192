// knn, from clouds on disk to tables of indices and distances; and its benchmark.
#include "tests/cli/run_cli.h"

#include <sys/mount.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include "compute/catalog/version.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

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

/// Multiplied by a power of two.
std::string scaledCsv(const PointArray& points, int exponent) {
  std::string text = "x,y\n";
  char line[80];
  for (uint32_t i = 0; i < points.size(); ++i) {
    std::snprintf(line, sizeof line, "%.17g,%.17g\n", std::ldexp(points.coordinate(i, 0), exponent), std::ldexp(points.coordinate(i, 1), exponent));
    text += line;
  }
  return text;
}

TEST_F(KnnTest, TinyCloudsHaveTheNeighboursOfTheirMultiplesOrAreRefused) {
  const PointArray points = uniformBox(500, 2, 1, 8);
  write("ordinary.csv", scaledCsv(points, 0));
  write("tiny.csv", scaledCsv(points, -70));
  write("tiniest.csv", scaledCsv(points, -660));
  for (const char* version : {"knn.cpu.best", "knn.cpu.two_level"}) {
    const auto run = [&](const char* cloud, std::vector<std::string> more) {
      std::vector<std::string> all{"knn", path(cloud), "-k", "5", "--version", version, "-o", path(std::string(cloud) + ".i.csv")};
      all.insert(all.end(), more.begin(), more.end());
      return runCli(all);
    };
    ASSERT_EQ(run("ordinary.csv", {"--scalar", "double"}).code, 0);
    ASSERT_EQ(run("tiny.csv", {}).code, 0);
    EXPECT_EQ(read("tiny.csv.i.csv"), read("ordinary.csv.i.csv"));
    const CliResult floats = run("tiny.csv", {"--scalar", "float"}), tiniest = run("tiniest.csv", {});
    EXPECT_EQ(floats.code, 2);
    EXPECT_NE(floats.err.find("--scalar double"), std::string::npos) << floats.err;
    EXPECT_EQ(tiniest.code, 2);
    EXPECT_NE(tiniest.err.find("tiniest.csv: its largest coordinate is"), std::string::npos) << tiniest.err;
  }
}

TEST_F(KnnTest, QueriesNearerThanFloatsCanSquareAreAnsweredInDoubles) {
  write("axes.csv", "x,y\n0,0\n0,8.673617379884035e-19\n1,0\n");  // 2^-60
  write("near.csv", "x,y\n0,8.5e-22\n1,1\n");
  for (const char* version : {"knn.cpu.best", "knn.cpu.two_level"}) {
    const CliResult result =
        runCli({"knn", path("axes.csv"), path("near.csv"), "-k", "2", "--version", version, "-o", path("i.csv"), "--distances", path("d.csv")});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(read("i.csv"), "neighbour_1,neighbour_2\n0,1\n2,0\n");
    const std::string distances = read("d.csv");
    const size_t second = distances.find(',', distances.find('\n'));
    EXPECT_TRUE(distances.starts_with("distance_1,distance_2\n8.4999")) << distances;
    EXPECT_GT(distances.find('\n', second) - second, 16U) << "floats have fewer digits: " << distances;
  }
  write("nearest.csv", "x,y\n0,1e-200\n1,1\n");
  for (const char* version : {"knn.cpu.best", "knn.cpu.two_level"})
    EXPECT_EQ(runCli({"knn", path("axes.csv"), path("nearest.csv"), "--scalar", "double", "-k", "1", "--version", version, "-o", path("i.csv")}).code,
              2);
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

TEST_F(KnnTest, FromTheDiskTheFilesAreTheSame) {
  const std::string reference = spiral(20'000, 3), query = spiral(3000, 3);
  const auto same = [&](std::vector<std::string> files, std::vector<std::string> flags, const std::string& k = "7") {
    std::vector<std::string> expected = {"knn", "-k", k, "-o", path("expected.npy"), "--distances", path("expected_distances.npy")};
    std::vector<std::string> found = {"knn",
                                      "-k",
                                      k,
                                      "-o",
                                      path("found.npy"),
                                      "--distances",
                                      path("found_distances.npy"),
                                      "--version",
                                      "knn.cpu.two_level",
                                      "--leaf-capacity",
                                      "1000",
                                      "--max-memory",
                                      "64M"};
    for (auto* command : {&expected, &found}) {
      command->insert(command->end(), files.begin(), files.end());
      command->insert(command->end(), flags.begin(), flags.end());
      const CliResult result = runCli(*command);
      ASSERT_EQ(result.code, 0) << result.err;
    }
    EXPECT_EQ(read("found.npy"), read("expected.npy"));
    EXPECT_EQ(read("found_distances.npy"), read("expected_distances.npy"));
  };
  same({reference}, {});
  same({reference}, {"--exclude-self"});
  same({reference, query}, {});
  same({reference}, {"--scalar", "double"});
  write("far.csv", "x,y\n5000000,5000000\n5000001,5000000\n5000000.25,5000000\n1,2\n3,4\n5,6\n7,8\n");
  write("near.csv", "x,y\n0,0\n5000000.75,5000000\n");
  same({path("far.csv"), path("near.csv")}, {});
  same({path("near.csv"), path("far.csv")}, {}, "2");
}

TEST_F(KnnTest, AnIndexIsKeptUsedAndRefusedWhenItDoesNotFit) {
  const std::string cloud = spiral(20'000, 3), index = path("cloud.index");
  const auto run = [&](const std::string& file, std::vector<std::string> more) {
    std::vector<std::string> command = {"knn", file, "--version", "knn.cpu.two_level", "--index", index, "-o", path("out.npy")};
    command.insert(command.end(), more.begin(), more.end());
    return runCli(command);
  };
  EXPECT_NE(run(cloud, {"--leaf-capacity", "1000"}).out.find("cloud.index, built: 20 000 points"), std::string::npos);
  const std::string bytes = read("cloud.index");
  const CliResult again = run(cloud, {});
  EXPECT_NE(again.out.find("cloud.index, was there"), std::string::npos) << again.out << again.err;
  EXPECT_NE(run(cloud, {"--leaf-capacity", "2000"}).err.find("up to 1000 points, not 2000"), std::string::npos);
  EXPECT_NE(run(spiral(5000, 3), {}).err.find("it is of another cloud"), std::string::npos);
  write("cloud.index", bytes.substr(0, bytes.size() / 2));
  const CliResult cut = run(cloud, {});
  EXPECT_EQ(cut.code, 2);
  EXPECT_NE(cut.err.find("it was cut off"), std::string::npos) << cut.err;
  EXPECT_EQ(run(cloud, {"--rebuild-index", "--leaf-capacity", "1000"}).code, 0);
  EXPECT_EQ(read("cloud.index"), bytes);
  EXPECT_EQ(runCli({"knn", cloud, "--index", index, "-o", path("out.npy")}).code, 2);
}

TEST_F(KnnTest, FromTheDiskAFullDiskGivesOneErrorAndLeavesNothing) {
  const std::string cloud = spiral(50'000, 3);
  const std::filesystem::path disk = path("disk");
  std::filesystem::create_directory(disk);
  for (const char* size : {"size=256k", "size=1200k"}) {  // full with the index, with the answers
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, size) != 0) GTEST_SKIP() << "no small disk can be mounted here: " << std::strerror(errno);
    const CliResult result = runCli({"knn", cloud, "-k", "20", "--version", "knn.cpu.two_level", "-o", (disk / "out.npy").string()});
    const bool empty = std::filesystem::is_empty(disk);
    ::umount(disk.c_str());
    EXPECT_EQ(result.code, 1) << size;
    EXPECT_NE(result.err.find("No space left on device"), std::string::npos) << result.err;
    EXPECT_TRUE(empty) << size;
  }
}

TEST_F(KnnTest, FromTheDiskMemoryStaysWithinWhatIsAllowed) {
  constexpr uint32_t kPoints = 6'000'000;
  constexpr long kMemory_MB = 64;  // the cloud alone has 69
  {
    std::ofstream file(path("cloud.xyz.f32"), std::ios::binary);
    uint32_t state = 1;
    std::vector<float> row(3);
    for (uint32_t i = 0; i < kPoints; ++i) {
      for (float& x : row) x = float((state = state * 1664525 + 1013904223) >> 8) * 0x1p-24f;
      file.write(reinterpret_cast<const char*>(row.data()), 12);
    }
  }
  const CliResult result = runCli({"knn", path("cloud.xyz.f32"), "--version", "knn.cpu.two_level", "--max-memory", "64M", "--leaf-capacity", "16384",
                                   "-o", path("out.npy"), "--threads", "2"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(std::filesystem::file_size(path("out.npy")), 128u + kPoints * sizeof(int64_t));
  EXPECT_GT(result.peakMemory_kB, 0);
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer's own memory counts too: the answer was checked, the memory was not";
  EXPECT_LE(result.peakMemory_kB, kMemory_MB << 10);
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
