// What goes wrong on one rank ends all, soon, with one message, and nothing is written.
#include <sys/stat.h>

#include <csignal>

#include "tests/mpi/clouds.h"
#include "tests/mpi/run_mpi.h"

namespace arete::test {
namespace {

constexpr double kSoon_s = 10;

class MpiFaultTest : public CliTest {
 protected:
  /// One that takes a while, in every stage.
  std::string slowCloud() const {
    writeNpy(path("cube.npy"), cubeRows(300'000, 63));
    return path("cube.npy");
  }
  static std::vector<std::string> slow(const std::string& cloud, const std::string& curve) {
    return {"detect", cloud, "--r1", "1.2", "--point-order", "scattered", "--threads", "1", "-o", curve};
  }
  /// `number` of the ranks gets the signal once standard error has the text.
  MpiResult signalled(const std::string& when, size_t number, int signal, const std::string& curve) const {
    return runMpi({.ranks = 3, .arguments = slow(slowCloud(), curve), .when = when, .then = [=](const std::vector<Rank>& ranks) {
                     ASSERT_EQ(ranks.size(), 3u);
                     kill(ranks[number].process, signal);
                   }});
  }
};

TEST_F(MpiFaultTest, AKilledRankEndsAllInEveryStage) {
  size_t number = 0;
  for (const char* const when : {"arete-mpi: choosing", "arete-mpi: evolving", "; decimating"}) {
    const MpiResult outcome = signalled(when, number++, SIGKILL, path("curve.ply"));
    EXPECT_NE(outcome.code, 0) << when;
    EXPECT_LT(outcome.seconds, kSoon_s) << when;
    EXPECT_EQ(files(), std::vector<std::string>{"cube.npy"}) << when;
    EXPECT_EQ(outcome.err.find("arete-mpi: writing"), std::string::npos) << "it had ended before: " << when << outcome.err;
  }
}

TEST_F(MpiFaultTest, AKilledRankEndsAllWhileTheCurveIsWritten) {
  ASSERT_EQ(mkfifo(path("pipe.ply").c_str(), 0600), 0);  // nobody reads it: rank 0 waits
  const std::string cloud = spiral(2000);
  for (const size_t number : {0u, 1u}) {
    const MpiResult outcome =
        runMpi({.ranks = 2,
                .arguments = {"detect", cloud, "--r1", kSpiralR1, "--threads", "1", "-o", path("pipe.ply"), "--report", path("report.json")},
                .when = "arete-mpi: writing",
                .then = [=](const std::vector<Rank>& ranks) {
                  ASSERT_EQ(ranks.size(), 2u);
                  kill(ranks[number].process, SIGKILL);
                }});
    EXPECT_NE(outcome.code, 0);
    EXPECT_LT(outcome.seconds, kSoon_s);
    EXPECT_FALSE(exists("report.json"));
  }
}

TEST_F(MpiFaultTest, OneRankThatIsAskedToStopStopsAllAtTheSameIteration) {
  const MpiResult outcome = signalled("arete-mpi: evolving", 2, SIGTERM, path("curve.ply"));
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_LT(outcome.seconds, kSoon_s);
  EXPECT_EQ(countOf("interrupted", outcome.err), 1u) << outcome.err;
  EXPECT_EQ(files(), std::vector<std::string>{"cube.npy"});
}

TEST_F(MpiFaultTest, AnErrorOnOneRankIsToldOnceWithItsRankAndEndsAll) {
  write("good.ply",
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n1 1 1\n2 2 2\n");
  constexpr int kRows = 300'000;  // too many for the head to look at all
  std::string rows;
  for (int i = 1; i < kRows; ++i) rows += "0.5 0.25 0.125\n";
  write("word.ply", "ply\nformat ascii 1.0\nelement vertex " + std::to_string(kRows) +
                        "\nproperty float x\nproperty float y\nproperty float z\nend_header\n" + rows + "1 word 1\n");
  const MpiResult outcome = runMpi(2, {"detect", path("good.ply"), path("word.ply"), "--r1", "1", "--where", "x > -1", "-o", path("curve.ply")});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_LT(outcome.seconds, kSoon_s);
  EXPECT_EQ(countOf("word.ply", outcome.err), 1u) << outcome.err;
  EXPECT_NE(outcome.err.find("arete-mpi: rank 1, "), std::string::npos) << outcome.err;
  EXPECT_FALSE(exists("curve.ply"));
}

TEST_F(MpiFaultTest, AllBadFilesAreNamedBeforeAPointIsRead) {
  writeNpy(path("good.npy"), surveyRows(600));
  std::vector<std::string> arguments{"detect", path("good.npy")};
  for (int i = 0; i < 22; ++i) {
    const std::string name = "bad-" + std::to_string(i) + ".npy";
    write(name, read("good.npy").substr(0, 5000));
    arguments.push_back(path(name));
  }
  arguments.insert(arguments.end(), {path("missing.npy"), "--r1", "1"});
  const MpiResult outcome = runMpi(3, arguments);
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_EQ(countOf("cannot read 23 files", outcome.err), 1u) << outcome.err;
  EXPECT_EQ(countOf("bad-", outcome.err), 20u) << outcome.err;
  EXPECT_NE(outcome.err.find("and 3 more"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("arete-mpi: reading"), std::string::npos) << outcome.err;
}

TEST_F(MpiFaultTest, BadFilesAreLeftOutWhereAskedTo) {
  writeNpy(path("good.npy"), surveyRows(3000));
  writeNpy(path("more.npy"), surveyRows(1000));
  write("bad.npy", read("good.npy").substr(0, 5000));
  const std::string hash = hashIn(runCli({"detect", path("good.npy"), path("more.npy"), "--r1", "1", "--backend", "cpu"}).out);
  ASSERT_EQ(hash.size(), 64u);
  for (const int ranks : {1, 3}) {
    const MpiResult outcome = runMpi(ranks, {"detect", path("good.npy"), path("bad.npy"), path("missing.npy"), path("more.npy"), "--r1", "1",
                                             "--threads", "1", "--skip-bad-files", "--report", path("report.json")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(hashIn(outcome.out), hash) << outcome.err;
    EXPECT_EQ(countOf("2 of 4 files left out", outcome.err), 1u) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(read("report.json"))["left_out"].size(), 2u) << read("report.json");
  }
}

TEST_F(MpiFaultTest, WhatRanksCannotDoIsRefusedOnce) {
  const std::string cloud = spiral(500);
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--r1", "8", "--curve", "network"}, "only chains are found in parts"},
      {{"--r1", "8", "--evolve", "evolve.cpu.accelerated"}, "ranks choose and evolve in parts"},
      {{}, "no radius is given"},
      {{"--r1", "8", "--treads", "2"}, "unknown flag '--treads'"}};
  for (const auto& [flags, reason] : cases) {
    std::vector<std::string> arguments{"detect", cloud};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const MpiResult outcome = runMpi(2, arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(countOf(reason, outcome.err), 1u) << outcome.err;
  }
}

TEST_F(MpiFaultTest, RanksOfAnotherVersionAreRefused) {
  const MpiResult outcome = runMpi({.ranks = 2, .arguments = {"detect", spiral(500), "--r1", kSpiralR1}, .lastProgram = ARETE_MPI_OTHER_VERSION});
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_EQ(countOf("cannot work together", outcome.err), 1u) << outcome.err;
  EXPECT_NE(outcome.err.find("'arete-mpi 0.0.1"), std::string::npos) << outcome.err;
}

TEST_F(MpiFaultTest, SeveralProcessesOfTheOtherProgramAreRefused) {
  const MpiResult outcome = runMpi({.ranks = 2, .arguments = {"detect", spiral(500), "--r1", kSpiralR1}, .program = ARETE_CLI});
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_NE(outcome.err.find("start arete-mpi instead"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace arete::test
