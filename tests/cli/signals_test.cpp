// Whatever makes a command end or its writes fail: no file is left behind, and the exit code tells the reason.
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>

#include "tests/cli/run_cli.h"

namespace arete::test {

namespace {

struct SignalsTest : CliTest {
  /// Takes minutes unless it is stopped.
  std::vector<std::string> longDetection(const std::string& cloud) const {
    return {"detect",           cloud, "--r1", "1", "--tolerance", "0", "--evolve", "evolve.cpu.sequential", "-o", path("curve.ply"), "--report",
            path("report.json")};
  }
  /// The exit code of a line for the shell; standard error goes to the file "err".
  int shell(const std::string& line) const {
    const int status = std::system((line + " 2>'" + path("err") + "'").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  static std::string joined(const std::vector<std::string>& words) {
    std::string line = std::string("'") + ARETE_CLI + "'";
    for (const std::string& word : words) line += " '" + word + "'";
    return line;
  }
};

}  // namespace

TEST_F(SignalsTest, EverySignalThatAsksForTheEndGives130AndLeavesNoFile) {
  const std::string cloud = spiral(200000);
  const std::vector<std::string> before = files();
  for (const auto& [signal, name] : {std::pair(SIGTERM, "SIGTERM"), {SIGHUP, "SIGHUP"}, {SIGXCPU, "SIGXCPU"}, {SIGALRM, "SIGALRM"}}) {
    const CliResult result = runCli(longDetection(cloud), 500, signal);
    EXPECT_EQ(result.code, 130) << name << ": " << result.err;
    EXPECT_NE(result.err.find(std::string("interrupted by ") + name), std::string::npos) << result.err;
    EXPECT_EQ(files(), before) << name;
  }
}

TEST_F(SignalsTest, WhatIsIgnoredFromTheStartStaysIgnoredAsUnderNohup) {
  const std::string cloud = spiral(200000);
  const auto before = std::signal(SIGHUP, SIG_IGN);
  const CliResult result = runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.ply")}, 100, SIGHUP);
  std::signal(SIGHUP, before);
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(exists("curve.ply"));
}

TEST_F(SignalsTest, ALimitOnComputingTimeInterrupts) {
  const std::string cloud = spiral(200000);
  EXPECT_EQ(shell("ulimit -S -t 1; exec " + joined(longDetection(cloud)) + " >/dev/null"), 130);
  EXPECT_NE(read("err").find("interrupted by SIGXCPU"), std::string::npos) << read("err");
  EXPECT_FALSE(exists("curve.ply"));
}

TEST_F(SignalsTest, ALimitOnTheSizeOfFilesIsAnErrorWithItsReason) {
  EXPECT_EQ(shell("ulimit -f 8; exec " + joined({"generate", "spiral", "--points", "20000", "-o", path("cloud.ply")}) + " >/dev/null"), 1);
  EXPECT_NE(read("err").find("File too large"), std::string::npos) << read("err");
  EXPECT_EQ(files(), std::vector<std::string>{"err"});
}

TEST_F(SignalsTest, AReaderThatIsGoneDoesNotCostTheFiles) {
  const std::string cloud = spiral(20000);
  const std::string detection = joined({"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.ply")});
  shell("{ sleep 0.1; " + detection + "; echo $? >'" + path("code") + "'; } | true");
  EXPECT_EQ(read("code"), "1\n");
  EXPECT_TRUE(exists("curve.ply"));
}

TEST_F(SignalsTest, AnOutputThatNobodyReadsAnyMoreIsAnErrorWithItsReason) {
  const std::string generate = joined({"generate", "spiral", "--points", "200000", "-o", "/dev/stdout", "--format", "xyz"});
  shell("{ " + generate + " 2>'" + path("message") + "'; echo $? >'" + path("code") + "'; } | true");
  EXPECT_EQ(read("code"), "1\n");
  EXPECT_NE(read("message").find("Broken pipe"), std::string::npos) << read("message");
}

}  // namespace arete::test
