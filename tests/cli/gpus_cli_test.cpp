// detect --gpus: the same hash on several GPUs, or parts on one, and a reason where there are none.
#include "compute/core/cuda_support.h"
#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

using GpusCliTest = CliTest;

TEST_F(GpusCliTest, SaysWhyThereAreNone) {
  if (cudaUnavailableReason().empty()) GTEST_SKIP() << "there is a GPU";
  const CliResult outcome = runCli({"detect", spiral(500), "--r1", kSpiralR1, "--gpus", "all"});
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_NE(outcome.err.find("cannot detect on several GPUs"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(cudaUnavailableReason()), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("the answer is the same"), std::string::npos) << outcome.err;
}

TEST_F(GpusCliTest, GiveTheSameHashInAnyNumberOfParts) {
  if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  const std::string cloud = spiral(3000);
  const std::string hash = hashIn(runCli({"detect", cloud, "--r1", kSpiralR1, "--backend", "cpu"}).out);
  ASSERT_EQ(hash.size(), 64u);
  for (const char* parts : {"1", "2", "3", "7"}) {
    const CliResult outcome = runCli({"detect", cloud, "--r1", kSpiralR1, "--gpus", "all", "--gpu-parts", parts});
    EXPECT_EQ(hashIn(outcome.out), hash) << parts << '\n' << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("\nparts     " + std::string(parts) + " on "), std::string::npos) << outcome.out;
  }
  const CliResult small = runCli({"detect", cloud, "--r1", kSpiralR1, "--gpus", "all"});
  EXPECT_EQ(hashIn(small.out), hash);
  EXPECT_NE(small.out.find("faster on one GPU"), std::string::npos) << small.out;
}

TEST_F(GpusCliTest, RefuseWhatTheyCannotDo) {
  if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  const std::string cloud = spiral(500);
  EXPECT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "--curve", "network", "--gpus", "all"}).code, 2);
  EXPECT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "--backend", "cpu", "--gpus", "all"}).code, 2);
  EXPECT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "--evolve", "evolve.cuda.accelerated", "--gpus", "all"}).code, 2);
}

}  // namespace
}  // namespace arete::test
