// Whole detections of networks on the GPU end with the hash of the CPU's.
#include <gtest/gtest.h>

#include "compute/core/cuda_support.h"
#include "compute/engine/detector.h"
#include "compute/engine/network_bootstrap.h"
#include "compute/engine/run_job.h"
#include "compute/generate/generate.h"
#include "compute/network/rules/network_params.h"
#include "tests/support/network_job.h"
#include "tests/support/spiral.h"

namespace arete {
namespace {

class CudaDetectionOfNetworks : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
  }

  static PointCloud spiral(uint32_t points, int dimension) { return test::spiralCloud({.points = points, .dimension = dimension}); }
  static Job job(Backend backend, double r1) {
    Job job = test::networkJob(r1);
    job.backend = backend;
    return job;
  }
  static std::shared_ptr<const Frame> frame(const PointCloud& cloud, const Job& job, size_t historyBytes = 0) {
    const auto device = makeDevice(job);
    Detector detector(cloud, job, *device, {}, {.historyBytes = historyBytes});
    detector.advance(StepKind::end, {});
    return detector.frame(true, false, {});
  }
  /// Twice, so that what is kept on the GPU is used again; and with every step kept.
  static void check(const PointCloud& cloud, double r1) {
    const auto expected = frame(cloud, job(Backend::cpu, r1));
    for (const size_t historyBytes : {size_t(0), size_t(0), DetectorOptions{}.historyBytes}) {
      const auto found = frame(cloud, job(Backend::cuda, r1), historyBytes);
      EXPECT_EQ(found->hash, expected->hash) << historyBytes;
      EXPECT_EQ(found->history->size(), expected->history->size()) << historyBytes;
    }
  }
};

const std::vector<test::Segment> kTown = {{{0, 0}, {60, 0}}, {{60, 0}, {60, 60}}, {{60, 60}, {0, 60}},
                                          {{0, 60}, {0, 0}}, {{0, 30}, {60, 30}}, {{30, 30}, {44, 41}}};

TEST_F(CudaDetectionOfNetworks, OnASmallSpiralHasTheBitsOfTheCpu) {
  check(spiral(5000, 2), test::kSpiralR1);
  check(spiral(5000, 3), test::kSpiralR1);
}
TEST_F(CudaDetectionOfNetworks, OnAHundredThousandPointsHasTheBitsOfTheCpu) {
  check(spiral(100'000, 2), test::kSpiralR1);
  check(spiral(100'000, 3), test::kSpiralR1);
  check(spiral(100'000, 2), 2);
}
TEST_F(CudaDetectionOfNetworks, OnAMillionPointsHasTheBitsOfTheCpu) {
  check(spiral(1'000'000, 2), test::kSpiralR1);
  check(spiral(1'000'000, 3), test::kSpiralR1);
}
TEST_F(CudaDetectionOfNetworks, WithJunctionsAndLoopsHasTheBitsOfTheCpu) {
  for (const double perUnit : {1.0, 4.0, 40.0}) check(test::cloudOf(test::noisySegments(kTown, 2, perUnit, 1, 17), 2), 4);
}
TEST_F(CudaDetectionOfNetworks, SideBySideFindR1AndTheProfileThatTheCpuFinds) {
  const std::vector<test::Segment> wires = {{{0, 0, 0}, {300, 0, 0}}, {{0, 6, 0}, {300, 6, 0}}, {{0, 0, 6}, {300, 0, 6}}};
  for (const PointCloud& cloud : {test::cloudOf(test::noisySegments(kTown, 2, 40, 1, 17), 2), spiral(20'000, 3), spiral(2'000, 2),
                                  test::cloudOf(test::noisySegments(wires, 3, 6, 0.03, 5), 3)}) {
    const auto suggested = [&](Backend backend) {
      const Job wanted = job(backend, 0);
      const auto device = makeDevice(wanted);
      return suggestR1(cloud, wanted, {*device, {}, {}});
    };
    const RadiusSuggestion expected = suggested(Backend::cpu), found = suggested(Backend::cuda);
    EXPECT_GT(found.r1, 0) << cloud.size();
    EXPECT_EQ(found.r1, expected.r1) << cloud.size();
    EXPECT_EQ(found.profile, expected.profile) << cloud.size();
  }
}
TEST_F(CudaDetectionOfNetworks, AreAsSureOfTheirsAsTheCpuIs) {
  constexpr uint32_t kResamples = 20;
  for (const PointCloud& cloud : {test::cloudOf(test::noisySegments(kTown, 2, 4, 1, 17), 2), spiral(20'000, 3)}) {
    const auto supportOf = [&](Backend backend) {
      const Job wanted = job(backend, 4);
      const auto device = makeDevice(wanted);
      const StageContext context{*device, {}, {}};
      NetworkBootstrap bootstrap(cloud, wanted, frame(cloud, wanted)->curve, context);
      for (int portion = 0; portion < 2; ++portion) bootstrap.add(kResamples / 2, context);
      return bootstrap.support();
    };
    const NetworkSupport found = supportOf(Backend::cuda);
    EXPECT_EQ(found.resamples, kResamples);
    EXPECT_FALSE(found.edgeSupport.empty());
    EXPECT_EQ(found, supportOf(Backend::cpu)) << cloud.size();
  }
}
TEST_F(CudaDetectionOfNetworks, GoesOnFromAStateThatTheCpuLeft) {
  const PointCloud cloud = spiral(20'000, 2);
  Job mixed = job(Backend::cuda, test::kSpiralR1);
  mixed.versionIds[size_t(Stage::super_points)] = "super_points.cpu.tables";
  mixed.versionIds[size_t(Stage::ridge_shift)] = "ridge_shift.cpu.rows";
  mixed.versionIds[size_t(Stage::witnesses)] = "witnesses.cpu.widening";
  EXPECT_EQ(frame(cloud, mixed)->hash, frame(cloud, job(Backend::cpu, test::kSpiralR1))->hash);
}

}  // namespace
}  // namespace arete
