// A detection that was killed on some ranks goes on with others, or in one process, and has the same hash.
#include <csignal>

#include "tests/mpi/clouds.h"
#include "tests/mpi/run_mpi.h"

namespace arete::test {
namespace {

class MpiResumeTest : public CliTest {
 protected:
  std::vector<std::string> detect(const std::string& flag) const {
    return {"detect", path("cube.npy"),     "--r1", "1.2", "--point-order", "scattered", "--threads",
            "1",      "--checkpoint-every", "0s",   flag,  path("kept")};
  }
  /// Rank 1 gets the signal in the second round, so that the first one is kept.
  MpiResult interrupted(int signal) const {
    std::filesystem::create_directory(path("kept"));
    return runMpi({.ranks = 3, .arguments = detect("--checkpoint"), .when = "round 2, ", .then = [=](const std::vector<Rank>& ranks) {
                     ASSERT_EQ(ranks.size(), 3u);
                     kill(ranks[1].process, signal);
                   }});
  }
};

TEST_F(MpiResumeTest, AKilledDetectionGoesOnOnAnotherNumberOfRanksWithTheSameHash) {
  writeNpy(path("cube.npy"), cubeRows(300'000, 63));
  const CliResult whole = runCli({"detect", path("cube.npy"), "--r1", "1.2", "--point-order", "scattered", "--backend", "cpu"});
  ASSERT_EQ(interrupted(SIGKILL).code == 0, false);
  const MpiResult resumed = runMpi(2, detect("--resume"));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(countOf("Going on after round", resumed.err), 1u) << resumed.err;
  EXPECT_EQ(hashIn(resumed.out), hashIn(whole.out));
}

TEST_F(MpiResumeTest, AStoppedDetectionGoesOnInOneProcess) {
  writeNpy(path("cube.npy"), cubeRows(300'000, 63));
  const CliResult whole = runCli({"detect", path("cube.npy"), "--r1", "1.2", "--point-order", "scattered", "--backend", "cpu"});
  EXPECT_EQ(interrupted(SIGTERM).code, 130);
  const CliResult resumed = runCli(detect("--resume"));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(countOf("Going on after round", resumed.err), 1u) << resumed.err;
  EXPECT_EQ(hashIn(resumed.out), hashIn(whole.out));
}

}  // namespace
}  // namespace arete::test
