// What counts points counts the rows of their files: rows without coordinates, and those that a filter leaves out, keep their numbers.
#include <cstring>
#include <sstream>

#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

struct RowsCliTest : CliTest {
  void SetUp() override {
    write("walk.csv", "x,y\n0,1\nnan,1\n21,1\nword,1\n39,1\n");
    write("map.csv", "x,y\n0,0\n,\n10,0\n20,0\n30,0\n40,0\n");
  }
  std::string run(std::vector<std::string> words) const {
    const CliResult result = runCli(words);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  }
  std::vector<uint32_t> assignment(const std::string& name, size_t rows) const {
    const std::string file = read(name);
    EXPECT_NE(file.find("'shape': (" + std::to_string(rows) + ",)"), std::string::npos) << name;
    std::vector<uint32_t> numbers(rows);
    if (file.size() > rows * 4) std::memcpy(numbers.data(), file.data() + file.size() - rows * 4, rows * 4);
    return numbers;
  }
};

TEST_F(RowsCliTest, NeighboursAreRowsOfTheFilesAndEachRowHasAnAnswer) {
  run({"knn", path("map.csv"), path("walk.csv"), "-k", "1", "-o", path("out.csv"), "--distances", path("d.csv")});
  EXPECT_EQ(read("out.csv"), "neighbour_1\n0\n-1\n3\n-1\n5\n");
  EXPECT_EQ(read("d.csv").substr(0, 17), "distance_1\n1\nnan\n");
  run({"knn", path("walk.csv"), "-k", "1", "--exclude-self", "-o", path("out.csv")});
  EXPECT_EQ(read("out.csv"), "neighbour_1\n2\n-1\n4\n-1\n2\n");
}

TEST_F(RowsCliTest, FromTheDiskItIsTheSame) {
  for (const char* const query : {"walk.csv", ""}) {
    std::vector<std::string> words = {"knn", path("map.csv")};
    if (*query != 0) words.push_back(path(query));
    const auto with = [&](std::vector<std::string> more) {
      std::vector<std::string> all = words;
      all.insert(all.end(), more.begin(), more.end());
      run(all);
    };
    with({"-k", "2", "-o", path("a.csv"), "--distances", path("ad.csv")});
    with({"-k", "2", "-o", path("b.csv"), "--distances", path("bd.csv"), "--version", "knn.cpu.two_level"});
    EXPECT_EQ(read("b.csv"), read("a.csv")) << query;
    EXPECT_EQ(read("bd.csv"), read("ad.csv")) << query;
  }
}

TEST_F(RowsCliTest, WhatAFilterLeavesOutCountsToo) {
  for (const char* const order : {"file", "scattered"}) {
    run({"knn", path("map.csv"), path("walk.csv"), "-k", "1", "--where", "x > 5", "--point-order", order, "-o", path("out.csv")});
    EXPECT_EQ(read("out.csv"), "neighbour_1\n-1\n-1\n3\n-1\n5\n") << order;
  }
}

TEST_F(RowsCliTest, AnArrayHasMinusOneWhereThereIsNoAnswer) {
  run({"knn", path("map.csv"), path("walk.csv"), "-k", "1", "-o", path("out.npy")});
  const std::string file = read("out.npy");
  int64_t second = 0;
  ASSERT_GT(file.size(), 40u);
  std::memcpy(&second, file.data() + file.size() - 4 * 8, sizeof second);
  EXPECT_EQ(second, -1);
}

TEST_F(RowsCliTest, AnAssignmentHasARowForEachRow) {
  const std::string cloud = spiral(400);
  run({"convert", cloud, "-o", path("points.csv")});
  std::istringstream lines(read("points.csv"));
  std::string text, line, odd;
  for (size_t i = 0; std::getline(lines, line); ++i) text += line + '\n', odd += line + (i == 7 ? "\nnan,1\n" : "\n");
  write("odd.csv", odd);
  run({"detect", path("points.csv"), "--r1", kSpiralR1, "--assignment", path("a.npy")});
  run({"detect", path("odd.csv"), "--r1", kSpiralR1, "--assignment", path("b.npy")});
  std::vector<uint32_t> plain = assignment("a.npy", 400);
  plain.insert(plain.begin() + 7, UINT32_MAX);
  EXPECT_EQ(assignment("b.npy", 401), plain);
  run({"detect", path("points.csv"), "--r1", kSpiralR1, "--where", "x > 0", "--assignment", path("c.npy")});
  EXPECT_EQ(assignment("c.npy", 400).size(), 400u);
}

TEST_F(RowsCliTest, ProjectedPointsSayTheirRowWhereSomeAreLeftOut) {
  write("curve.csv", "polyline_id,closed,index,x,y,node\n0,0,0,0,0,0\n0,0,1,40,0,1\n");
  run({"project", path("walk.csv"), path("curve.csv"), "-o", path("out.csv")});
  EXPECT_EQ(read("out.csv").substr(0, read("out.csv").find('\n')), "x,y,distance,offset,arc_length,path,row,component");
  EXPECT_NE(read("out.csv").find("\n21,1,1,1,21,0,2,0\n"), std::string::npos) << read("out.csv");
}

TEST_F(RowsCliTest, RowsOfSeveralFilesAreCountedThrough) {
  write("b.csv", "x,y\n50,0\n60,0\n");
  const auto result = runCli({"detect", path("map.csv"), path("b.csv"), "--r1", "30", "--assignment", path("a.npy")});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::vector<uint32_t> numbers = assignment("a.npy", 8);
  EXPECT_EQ(numbers[1], UINT32_MAX);
  EXPECT_NE(numbers[7], UINT32_MAX);
}

}  // namespace
}  // namespace arete::test
