// '-' is standard input or output in every command, and a reader that has seen enough ends it without a word.
#include <array>
#include <cstdio>

#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

struct StreamsCliTest : CliTest {
  /// What bash prints; $A is the program and $F the folder.
  std::string bash(const std::string& command) const {
    const std::string whole = "cd '" + path("") + "' && export A='" ARETE_CLI "' && bash -c '" + command + "' 2>&1";
    FILE* const pipe = popen(whole.c_str(), "r");
    std::string text;
    std::array<char, 4096> piece{};
    for (size_t got; pipe != nullptr && (got = fread(piece.data(), 1, piece.size(), pipe)) > 0;) text.append(piece.data(), got);
    if (pipe != nullptr) pclose(pipe);
    return text;
  }
  void SetUp() override {
    write("points.csv", "x,y\n1,2\n3,4\n6,7\n");
    write("curve.csv", "polyline_id,closed,index,x,y,node\n0,0,0,0,0,0\n0,0,1,10,10,1\n");
  }
};

TEST_F(StreamsCliTest, ADashIsStandardOutputAndNeverAFile) {
  const std::string rows = "x,y\n1,2\n3,4\n6,7\n";
  EXPECT_EQ(bash("$A convert points.csv -o - --format csv 2>err"), rows);
  EXPECT_EQ(bash("$A convert points.csv -o - 2>err"), rows) << "a stream without a format is CSV";
  EXPECT_EQ(bash("$A knn points.csv -k 1 -o - 2>err"), "neighbour_1\n0\n1\n2\n");
  EXPECT_EQ(bash("$A project points.csv curve.csv -o - 2>err").substr(0, 4), "x,y,");
  EXPECT_EQ(bash("$A generate spiral --points 5 -o - --format xyz 2>err | wc -l"), "5\n");
  EXPECT_EQ(bash("$A detect points.csv --r1 3 --chosen - 2>err").substr(0, 4), "x,y\n");
  EXPECT_EQ(bash("$A detect points.csv --r1 3 --report - 2>err").substr(0, 2), "{\n");
  EXPECT_FALSE(exists("-"));
}

TEST_F(StreamsCliTest, WhatASummaryIsGoesToStandardErrorThen) {
  bash("$A knn points.csv -k 1 -o - >out 2>err");
  EXPECT_EQ(read("out"), "neighbour_1\n0\n1\n2\n");
  EXPECT_NE(read("err").find("3 queries"), std::string::npos);
}

TEST_F(StreamsCliTest, StandardOutputMayBeAFileThatIsAppendedTo) {
  write("all.csv", "before\n");
  bash("$A convert points.csv -o - >>all.csv 2>err");
  EXPECT_EQ(read("all.csv"), "before\nx,y\n1,2\n3,4\n6,7\n");
}

TEST_F(StreamsCliTest, ADashIsStandardInput) {
  EXPECT_NE(bash("cat points.csv | $A info -").find("points      3\n"), std::string::npos);
  EXPECT_NE(bash("$A info - <points.csv").find("points      3\n"), std::string::npos);
  EXPECT_EQ(bash("cat points.csv | $A convert - -o - --format xyz 2>err"), "1.0 2\n3 4\n6 7\n") << "1 2 in the first row would be numbers of points";
  EXPECT_NE(bash("cat points.csv | $A knn points.csv - -k 1 -o - 2>err").find("neighbour_1\n0\n1\n2\n"), std::string::npos);
}

TEST_F(StreamsCliTest, TwoOfThemAreRefused) {
  EXPECT_NE(bash("$A knn points.csv -k 1 -o - --distances -").find("two results would go to standard output"), std::string::npos);
  EXPECT_NE(bash("cat points.csv | $A knn - - -o a.csv").find("standard input is read once"), std::string::npos);
  EXPECT_NE(bash("$A info points.csv --polygon -").find("this is no stream"), std::string::npos);
}

TEST_F(StreamsCliTest, AReaderThatHasSeenEnoughEndsItQuietly) {
  EXPECT_EQ(bash("$A versions 2>err | true; echo ${PIPESTATUS[0]}"), "141\n");
  EXPECT_EQ(bash("$A generate spiral --points 300000 -o - --format csv 2>err | head -1; echo ${PIPESTATUS[0]}"), "x,y\n141\n");
  EXPECT_EQ(read("err").find("arete-cli:"), std::string::npos) << read("err");
}

TEST_F(StreamsCliTest, AFullDiskKeepsItsMessage) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  EXPECT_NE(bash("$A versions >/dev/full").find("No space left on device"), std::string::npos);
}

}  // namespace
}  // namespace arete::test
