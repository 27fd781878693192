// detect --checkpoint and --resume: killed at any moment, the same hash.
#include <chrono>
#include <random>

#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

namespace fs = std::filesystem;

class CheckpointCliTest : public CliTest {
 protected:
  CheckpointCliTest() { fs::create_directory(path("kept")); }

  std::vector<std::string> kept() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path("kept"))) names.push_back(entry.path().filename().string());
    return names;
  }

  /// A detection that SIGTERM ends before it is done, earlier on quicker machines.
  static CliResult stoppedAmid(const std::vector<std::string>& line) {
    CliResult result = runCli(line, 3000, SIGTERM);
    for (int moment_ms = 1500; moment_ms > 50 && result.code == 0; moment_ms /= 2) result = runCli(line, moment_ms, SIGTERM);
    return result;
  }
};

TEST_F(CheckpointCliTest, KilledAtAnyMomentItGoesOnToTheSameHash) {
  const std::string cloud = spiral(60'000, 3);
  const std::vector<std::string> detect = {"detect", cloud, "--r1",           kSpiralR1, "--backend", "cpu", "--checkpoint-every",
                                           "0",      "-o",  path("curve.ply")};
  const auto start = std::chrono::steady_clock::now();
  const CliResult whole = runCli(detect);
  const auto whole_ms = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
  const std::string hash = hashIn(whole.out), curve = read("curve.ply");
  ASSERT_EQ(hash.size(), 64u) << whole.err;
  std::mt19937 random(17);                               // NOLINT: the same moments in every run
  constexpr int kDetections = 6, kMostDetections = 200;  // more where they are mostly quicker than the kills
  int kills = 0, resumed = 0;
  for (int detection = 0; detection < kDetections || (detection < kMostDetections && (kills <= 5 || resumed <= 2)); ++detection) {
    fs::remove(path("curve.ply"));
    std::string flag = "--checkpoint";
    for (int attempt = 0;; ++attempt) {
      std::vector<std::string> line = detect;
      line.insert(line.end(), {flag, path("kept"), "--threads", std::to_string(1 + attempt % 3)});
      if (attempt % 2 == 1) line.insert(line.end(), {"--parts", std::to_string(2 + attempt)});
      const int moment = attempt < 6 ? int(1 + random() % uint64_t(whole_ms)) : 0;  // then to the end
      const CliResult result = runCli(line, moment, SIGKILL);
      resumed += result.err.find("Going on after round") != std::string::npos;
      if (result.code == 0) {
        EXPECT_EQ(hashIn(result.out), hash) << result.err;
        EXPECT_EQ(read("curve.ply"), curve);
        break;
      }
      ASSERT_EQ(result.code, 128 + SIGKILL) << result.err;
      ++kills;
      EXPECT_TRUE(!exists("curve.ply") || read("curve.ply") == curve) << "whole, or not there";
      flag = "--resume";
    }
    EXPECT_TRUE(kept().empty()) << "nothing is left of a detection that has ended";
  }
  EXPECT_GT(kills, 5);
  EXPECT_GT(resumed, 2);
}

TEST_F(CheckpointCliTest, KeepsWhereASignalEndedIt) {
  const std::string cloud = spiral(60'000, 3);
  const std::vector<std::string> detect = {"detect", cloud, "--r1", kSpiralR1, "--backend", "cpu"};
  const std::string hash = hashIn(runCli(detect).out);
  std::vector<std::string> line = detect;
  line.insert(line.end(), {"--evolve", "evolve.cpu.sequential", "--checkpoint", path("kept")});  // slow
  const CliResult stopped = stoppedAmid(line);
  ASSERT_NE(stopped.code, 0);
  EXPECT_EQ(kept().size(), 1u) << stopped.err;
  line = detect;
  line.insert(line.end(), {"--resume", path("kept")});
  const CliResult result = runCli(line);
  EXPECT_NE(result.err.find("Going on after round"), std::string::npos) << result.err;
  EXPECT_EQ(hashIn(result.out), hash);
  EXPECT_TRUE(kept().empty());
}

TEST_F(CheckpointCliTest, RefusesWhatItWasNotBegunWithAndKeepsIt) {
  const std::string cloud = spiral(60'000, 3);
  const auto with = [&](const std::string& file, std::vector<std::string> more) {
    std::vector<std::string> line = {"detect", file, "--r1", kSpiralR1, "--backend", "cpu"};
    line.insert(line.end(), more.begin(), more.end());
    return runCli(line);
  };
  ASSERT_NE(stoppedAmid({"detect", cloud, "--r1", kSpiralR1, "--evolve", "evolve.cpu.sequential", "--checkpoint", path("kept")}).code, 0);
  ASSERT_EQ(kept().size(), 1u);
  const CliResult again = with(cloud, {"--checkpoint", path("kept")});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("a detection is kept there already"), std::string::npos) << again.err;
  const CliResult tolerance = with(cloud, {"--resume", path("kept"), "--tolerance", "0.02"});
  EXPECT_EQ(tolerance.code, 2);
  EXPECT_NE(tolerance.err.find("tolerance 0.01"), std::string::npos) << tolerance.err;
  const CliResult filtered = with(cloud, {"--resume", path("kept"), "--where", "x > 0"});
  EXPECT_EQ(filtered.code, 2);
  EXPECT_NE(filtered.err.find("another way"), std::string::npos) << filtered.err;
  write("other.csv", "0 0 0\n1 1 1\n");
  const CliResult other = with(path("other.csv"), {"--resume", path("kept")});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("other.csv"), std::string::npos) << other.err;
  const CliResult network = with(cloud, {"--resume", path("kept"), "--curve", "network"});
  EXPECT_EQ(network.code, 2);
  EXPECT_NE(network.err.find("only detections of chains"), std::string::npos) << network.err;
  const CliResult both = with(cloud, {"--resume", path("kept"), "--checkpoint", path("kept")});
  EXPECT_NE(both.code, 0);
  const CliResult nowhere = with(cloud, {"--resume", path("nowhere")});
  EXPECT_NE(nowhere.code, 0);
  EXPECT_NE(nowhere.err.find("there is no folder"), std::string::npos) << nowhere.err;
  EXPECT_EQ(kept().size(), 1u);
  EXPECT_EQ(with(cloud, {"--resume", path("kept")}).code, 0);
}

}  // namespace
}  // namespace arete::test
