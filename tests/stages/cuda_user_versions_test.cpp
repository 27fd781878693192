// Users' versions on a GPU: the examples, and what is told of kernels that go wrong. nvcc compiles them while the test runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "compute/core/cuda_support.h"
#include "compute/files/scratch_folder.h"
#include "compute/generate/generate.h"
#include "compute/mine/trial.h"

namespace arete::mine {
namespace {

class CudaUserVersions : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    device_ = makeCudaDevice(standardGpu());
  }

  Trial tryFile(const std::filesystem::path& file, std::chrono::milliseconds limit = std::chrono::seconds(20)) const {
    const StageContext context{*device_, {}, {}};
    TrialWish wish{.repeat = 1};
    wish.cloud = generate(findShape("spiral"), {.points = 20'000}, device_->threads(), {});
    wish.r1 = 2 * findShape("spiral").defaultNoise;
    return tryVersion(std::make_shared<const UserVersion>(file, UserVersionWish{.limit = limit}, std::stop_token()), wish, context);
  }

  /// A version of evolve whose kernel does this.
  Trial tryKernel(const std::string& deed) const {
    const std::filesystem::path file = folder_.path() / "evil.cu";
    std::ofstream(file) << "#include <arete/version.h>\n"
                           "template <class T>\n__global__ void kernel(AreteEvolve<T> task) {\n  "
                        << deed
                        << "\n}\ntemplate <class T>\nvoid nearest(const AreteEvolve<T>& task) { kernel<<<1, 1, 0, task.stream>>>(task); }\n"
                           "ARETE_DECLARE_VERSION(evolve, cuda, nearest, ARETE_ROWS)\n";
    return tryFile(file, std::chrono::seconds(2));
  }

  const ScratchFolder folder_{"arete-cuda-versions"};
  std::unique_ptr<Device> device_;
};

TEST_F(CudaUserVersions, TheExamplesHaveTheBitsOfTheReference) {
  for (const char* name : {"evolve_thread", "evolve_shared", "evolve_registers", "knn_block", "knn_list"}) {
    const Trial trial = tryFile(std::filesystem::path(ARETE_SOURCE_DIR) / "examples/versions" / (std::string(name) + ".cu"));
    EXPECT_TRUE(trial.isSound()) << name << ": " << trial.task << ": " << trial.failure << trial.first;
    ASSERT_FALSE(trial.rows.empty()) << name;
    EXPECT_GT(trial.rows.front().median, 0) << name;
  }
}

TEST_F(CudaUserVersions, AKernelThatNeverEndsIsEnded) {
  const Trial trial = tryKernel("while (task.n > 0) __nanosleep(1000);");
  EXPECT_NE(trial.failure.find("did not end within 2 s"), std::string::npos) << trial.failure;
  EXPECT_TRUE(tryFile(std::filesystem::path(ARETE_SOURCE_DIR) / "examples/versions/evolve_thread.cu").isSound()) << "the GPU goes on";
}

TEST_F(CudaUserVersions, AKernelThatWritesOutsideIsToldWhere) {
  EXPECT_NE(tryKernel("task.nearest[task.n] = 1;").failure.find("right behind the end of 'nearest'"), std::string::npos);
  EXPECT_NE(tryKernel("*(&task.nearest[0] - 1) = 1;").failure.find("before 'nearest'"), std::string::npos);
  EXPECT_NE(tryKernel("task.nearest[size_t(1) << 40] = 1;").failure.find("CUDA:"), std::string::npos);
}

}  // namespace
}  // namespace arete::mine
