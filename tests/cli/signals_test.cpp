// Whatever makes a command end or its writes fail: no file is left behind, and the exit code tells the reason.
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tests/cli/run_cli.h"

namespace arete::test {

namespace {

constexpr double kSoon_ms = 4000;  // 100 where nothing else runs

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

TEST_F(SignalsTest, TheSecondSignalEndsAtOnceWithTheCodeOfTheFirst) {
  const std::string cloud = spiral(200000);
  std::vector<std::string> arguments = longDetection(cloud);
  arguments.insert(arguments.end(), {"--checkpoint", path("kept")});  // the first signal waits for it
  std::filesystem::create_directory(path("kept"));
  const std::vector<std::string> before = files();
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    std::filesystem::remove_all(path("kept"));
    std::filesystem::create_directory(path("kept"));
    const CliResult result = runCli(arguments, 500, signal, 25);
    EXPECT_EQ(result.code, 130) << result.err;
    EXPECT_LT(result.toEnd_ms, kSoon_ms) << strsignal(signal);
    EXPECT_EQ(files(), before) << strsignal(signal);
  }
}

TEST_F(SignalsTest, EveryCommandEndsSoonAfterTheFirstSignal) {
  const std::string cloud = spiral(500000), space = spiral(500000, 3), small = spiral(20000), curve = path("curve.ply");
  ASSERT_EQ(runCli({"detect", small, "--r1", kSpiralR1, "-o", curve}).code, 0);
  const std::vector<std::string> before = files();
  const std::vector<std::string> commands[] = {
      {"info", cloud},
      {"info", cloud, "--json"},
      {"generate", "spiral", "--points", "20000000", "-o", path("made.ply")},
      {"convert", cloud, cloud, cloud, cloud, "-o", path("made.csv")},
      {"detect", cloud, "--r1", kSpiralR1, "-o", path("made.ply")},
      {"detect", cloud, "--curve", "network", "-o", path("made.ply")},
      {"knn", cloud, "-k", "200", "-o", path("made.npy")},
      {"project", cloud, curve, "-o", path("made.ply")},
      {"sweep", cloud, "-o", path("made.csv")},
      {"race", cloud, "--r1", kSpiralR1, "--vary", "threads=1,2", "--page", path("made.html")},
      {"bench", "knn", "--cases", "6"},
      {"bench", "detect", "--points", "1000000"},
      {"experiment", "fig-4.16", "--scale", "0.3", "-o", path("")},
      {"render", cloud, "--r1", kSpiralR1, "--run-to", "end", "--picture-size", "3840x2160", "-o", path("made.png")},
      {"render", space, "--animation", "turn", "--seconds", "20", "--picture-size", "1920x1080", "--frames", path("made")},
  };
  for (const std::vector<std::string>& command : commands) {
    bool wasInterrupted = false;
    for (const int after_ms : {20, 40, 330, 870}) {
      const CliResult result = runCli(command, after_ms, SIGINT);
      EXPECT_TRUE(result.code == 130 || result.code == 0) << joined(command) << ": " << result.code << ' ' << result.err;  // 0: its work was done
      EXPECT_LT(result.toEnd_ms, kSoon_ms) << joined(command) << " after " << after_ms << " ms";
      for (const std::string& file : files()) {  // of a command that had written it before the signal: it has its name, and is whole
        if (std::ranges::find(before, file) == before.end()) {
          EXPECT_TRUE(result.code == 0 || file.starts_with("made")) << joined(command) << " left " << file;
          std::filesystem::remove_all(path(file));
        }
      }
      wasInterrupted = wasInterrupted || result.code == 130;
    }
    EXPECT_TRUE(wasInterrupted) << joined(command) << " always ended before";
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
  EXPECT_EQ(read("code"), "141\n");  // 128 + SIGPIPE, as other tools end
  EXPECT_TRUE(exists("curve.ply"));
}

TEST_F(SignalsTest, AnOutputThatNobodyReadsAnyMoreEndsQuietly) {
  const std::string generate = joined({"generate", "spiral", "--points", "200000", "-o", "/dev/stdout", "--format", "xyz"});
  shell("{ " + generate + " 2>'" + path("message") + "'; echo $? >'" + path("code") + "'; } | true");
  EXPECT_EQ(read("code"), "141\n");
  EXPECT_EQ(read("message"), "");
}

}  // namespace arete::test
