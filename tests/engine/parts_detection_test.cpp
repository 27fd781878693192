// Whole detections in parts: the hash, the counts and every step of the reference; and detections of clouds whose points are never all in memory.
#include <gtest/gtest.h>

#include "compute/chains/parts/partition.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/io/report.h"
#include "tests/support/spiral.h"

namespace arete {
namespace {

PointCloud cloudOf(int dimension, Scalar scalar, uint32_t points = 4000) {
  return test::spiralCloud({.points = points, .dimension = dimension, .scalar = scalar});
}

Job jobIn(uint32_t parts, Partition partition) {
  Job job;
  job.params.set(kR1Param, test::kSpiralR1);
  job.params.set(kPartsParam, parts);
  job.params.set(kPartitionParam, double(partition));
  job.versionIds[size_t(Stage::choose)] = "choose.cpu.parts";
  job.versionIds[size_t(Stage::evolve)] = "evolve.cpu.parts";
  return job;
}

Job referenceJob() {
  Job job;
  job.params.set(kR1Param, test::kSpiralR1);
  for (const Stage stage : kChainStages) job.versionIds[size_t(stage)] = versions(stage)[0].id;
  return job;
}

/// What of a step must be the same, whatever made it.
auto countersOf(const Frame& frame) {
  std::vector<std::array<uint64_t, 5>> all;
  for (const StepRecord& step : *frame.history) all.push_back({uint64_t(step.stage), step.round, step.chosen, step.moved, step.removed});
  return all;
}

TEST(PartsDetection, HasTheHashAndTheCountersOfTheReference) {
  const auto device = makeCpuDevice(2);
  for (const int dimension : {2, 3, 5})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const PointCloud cloud = cloudOf(dimension, scalar);
      const auto expected = runJobOn(*device, cloud, referenceJob(), {}, {});
      for (const uint32_t parts : {1u, 3u, 7u, 40u})
        for (const Partition partition : {Partition::automatic, Partition::space, Partition::dealt}) {
          SCOPED_TRACE(std::to_string(dimension) + "D, " + std::to_string(parts) + " parts");
          const auto frame = runJobOn(*device, cloud, jobIn(parts, partition), {}, {});
          EXPECT_EQ(frame->hash, expected->hash);
          EXPECT_EQ(countersOf(*frame), countersOf(*expected));
          EXPECT_EQ(frame->chosenOrigin, expected->chosenOrigin);
          ASSERT_NE(frame->parts, nullptr);
          EXPECT_EQ(frame->parts->points.size(), parts);
          EXPECT_TRUE(frame->job.exact());
        }
    }
}

TEST(PartsDetection, DecimatesAndJoinsInPartsWithTheHashOfTheReference) {
  const auto device = makeCpuDevice(2);
  for (const int dimension : {2, 3})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const PointCloud cloud = cloudOf(dimension, scalar);
      const auto expected = runJobOn(*device, cloud, referenceJob(), {}, {});
      for (const uint32_t parts : {1u, 3u, 7u, 16u})
        for (const Partition partition : {Partition::space, Partition::dealt}) {
          Job job = jobIn(parts, partition);
          job.versionIds[size_t(Stage::decimate)] = "decimate.cpu.parts", job.versionIds[size_t(Stage::order)] = "order.cpu.parts";
          job.params.set(kWholeUpToParam, 0);
          const auto frame = runJobOn(*device, cloud, job, {}, {});
          EXPECT_EQ(frame->hash, expected->hash) << parts << " parts";
          EXPECT_EQ(countersOf(*frame), countersOf(*expected));
          EXPECT_TRUE(frame->job.exact());
        }
    }
}

TEST(PartsDetection, CanBeSteppedAndGoneBackIn) {
  const auto device = makeCpuDevice(2);
  const PointCloud cloud = cloudOf(2, Scalar::float32);
  Detector expected(cloud, referenceJob(), *device, {}), detector(cloud, jobIn(5, Partition::dealt), *device, {}, {.historyBytes = 0});
  for (int i = 0; i < 25; ++i) expected.advance(StepKind::one, {}), detector.advance(StepKind::one, {});
  for (const uint32_t step : {25u, 7u, 19u, 0u, 25u}) {
    expected.goTo(step, {}), detector.goTo(step, {});
    const auto here = detector.frame(true, true, {}), there = expected.frame(true, true, {});
    EXPECT_EQ(here->hash, there->hash) << "step " << step;
    EXPECT_EQ(here->assignment, there->assignment) << "step " << step;
  }
}

TEST(PartsDetection, SaysInItsReportWhatWasSent) {
  const auto device = makeCpuDevice(2);
  const auto frame = runJobOn(*device, cloudOf(2, Scalar::float32), jobIn(4, Partition::space), {}, {});
  const std::string report = reportJson(*frame);
  for (const char* key : {"\"parts\"", "\"sum_changes\"", "\"busiest_bytes\"", "\"balance\"", "\"partition\": \"space\""})
    EXPECT_NE(report.find(key), std::string::npos) << key;
  EXPECT_EQ(frame->parts->partition, Partition::space);
  EXPECT_EQ(reportJson(*runJobOn(*device, cloudOf(2, Scalar::float32), referenceJob(), {}, {})).find("\"sum_changes\""), std::string::npos);
}

// As a program does whose points are in files or on other machines: the detector has the facts, and only the steps know the points.
TEST(PartsDetection, NeedsOnlyFactsWhereStepsKnowThePoints) {
  const auto device = makeCpuDevice(2);
  const PointCloud cloud = cloudOf(3, Scalar::float32);
  const Job job = jobIn(3, Partition::space);
  const auto whole = runJobOn(*device, cloud, job, {}, {});
  DetectorOptions options{.historyBytes = 0};
  options.makeSteps = [&](const PointCloud& none, const Job& resolved) {
    EXPECT_TRUE(none.empty());
    return makeWholeSteps(cloud, resolved);
  };
  Detector detector(factsOf(cloud), job, *device, {}, options);
  detector.advance(StepKind::end, {});
  const auto frame = detector.frame(true, false, {});
  EXPECT_EQ(frame->hash, whole->hash);
  EXPECT_TRUE(frame->cloud.empty());

  CloudFacts far = factsOf(cloud);
  far.bounds.maximum[0] = 1e30;
  far.scale = makeFixedScale(far);
  try {
    Detector(far, job, *device, {}, options);
    FAIL() << "coordinates that far out cannot be summed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::badInput);
    EXPECT_NE(std::string(error.what()).find("steps of"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace arete
