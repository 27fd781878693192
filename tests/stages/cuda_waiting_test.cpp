// No wait for a GPU is without an end. Each test is a process of its own, since what it does to the GPU holds for all that is left of the process.
#include <gtest/gtest.h>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"

#if defined(ARETE_CUDA)

#include <cstdlib>

#include "compute/catalog/version.h"
#include "compute/engine/run_job.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/watch.h"
#include "tests/support/spiral.h"
#include "tests/support/waiting_kernels.h"

namespace arete {
namespace {

class CudaWaiting : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

/// Ends the process: 0 when all of it holds. The message says what does not.
void endWith(bool holds, const std::string& otherwise) {
  if (!holds) std::fprintf(stderr, "%s\n", otherwise.c_str());
  std::exit(holds ? 0 : 1);
}

bool says(const std::string& text, const char* what) { return text.find(what) != std::string::npos; }

void waitForAKernelThatNeverEnds() {
  setenv("ARETE_GPU_PATIENCE", "0.5", 1);
  const auto device = makeCudaDevice();
  auto& gpu = dynamic_cast<cuda::CudaDevice&>(*device);
  const cuda::Buffer<uint32_t> words(1, gpu.stream());
  runningVersion() = "evolve.cuda.accelerated";
  test::launchSpin(gpu.stream());
  try {
    gpu.download(words.data(), sizeof(uint32_t));
  } catch (const Error& error) {
    const bool isNamed = error.kind() == ErrorKind::deviceLost && says(error.reason(), "did not end within 0.5 s");
    endWith(isNamed && says(cudaUnavailableReason(), "did not end within 0.5 s") && !findVersion("evolve.cuda.accelerated").available(),
            error.what());
  }
  endWith(false, "no error");
}

TEST_F(CudaWaiting, AKernelThatNeverEndsIsNamedAndTheProcessEnds) { EXPECT_EXIT(waitForAKernelThatNeverEnds(), testing::ExitedWithCode(0), ""); }

void detectWithAGpuThatIsLost() {
  Job job;
  job.params.set(kR1Param, test::kSpiralR1);
  const PointCloud cloud = test::spiralCloud({.points = 2000});
  const std::string before = runJob(cloud, job, {}, {}).frame->hash;
  job.versionIds[size_t(Stage::evolve)] = "evolve.cuda.accelerated";
  cuda::loseGpu("a test lost it");
  std::string notice;
  const JobResult result = runJob(cloud, job, {.cpuTakesOver = [&](const Error& error) { notice = error.reason(); }}, {});
  endWith(result.device->backend() == Backend::cpu && result.frame->hash == before && says(notice, "a test lost it"), notice);
}

TEST_F(CudaWaiting, AVersionChosenForAGpuThatIsLostIsTakenOverByTheCpu) { EXPECT_EXIT(detectWithAGpuThatIsLost(), testing::ExitedWithCode(0), ""); }

void waitForAKernelThatGivesUp() {
  const auto device = makeCudaDevice();
  auto& gpu = dynamic_cast<cuda::CudaDevice&>(*device);
  const cuda::Buffer<uint32_t> words(65, gpu.stream());
  words.clear();
  test::launchWaitInVain(cuda::patience(), words.data(), words.data() + 1, gpu.stream());
  try {
    gpu.download(words.data(), 65 * sizeof(uint32_t));
  } catch (const Error& error) {
    endWith(error.kind() == ErrorKind::deviceLost && says(error.reason(), "waited in vain"), error.what());
  }
  endWith(false, "no error");
}

TEST_F(CudaWaiting, InsideAKernelEndsToo) { EXPECT_EXIT(waitForAKernelThatGivesUp(), testing::ExitedWithCode(0), ""); }

}  // namespace
}  // namespace arete

#endif
