// Detections that go on from a checkpoint: the hash, the counts and every further step of one that was never interrupted.
#include <gtest/gtest.h>

#include "compute/chains/parts/partition.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "tests/support/spiral.h"

namespace arete {
namespace {

PointCloud spiralToResume(int dimension, Scalar scalar, uint64_t seed = 1) {
  return test::spiralCloud({.points = 3000, .dimension = dimension, .seed = seed, .scalar = scalar});
}

Job jobOf() {
  Job job;
  job.params.set(kR1Param, test::kSpiralR1);
  return job;
}

/// The same answer made in another way.
Job otherJob(uint32_t which) {
  Job job = jobOf();
  job.params.set(kPartsParam, 1 + which % 7);
  job.params.set(kPartitionParam, which % 3);
  const std::string_view versions[] = {"evolve.cpu.parts", "evolve.cpu.sequential", "evolve.cpu.brute_force"};
  job.versionIds[size_t(Stage::evolve)] = versions[which % std::size(versions)];
  job.versionIds[size_t(Stage::decimate)] = "decimate.cpu.sequential";
  return job;
}

std::vector<std::array<uint64_t, 6>> countersOfSteps(const Frame& frame) {
  std::vector<std::array<uint64_t, 6>> all;
  for (const StepRecord& step : *frame.history)
    all.push_back({uint64_t(step.stage), step.round, step.inRound, step.chosen, step.moved, step.removed});
  return all;
}

TEST(Resume, GoesOnFromEveryStepWithAnyVersionsToTheSameEnd) {
  const auto device = makeCpuDevice(2), other = makeCpuDevice(3);
  for (const int dimension : {2, 3})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const PointCloud cloud = spiralToResume(dimension, scalar);
      const auto expected = runJobOn(*device, cloud, jobOf(), {}, {});
      Detector detector(cloud, jobOf(), *device, {}, {.historyBytes = 0});
      uint32_t tried = 0;
      for (;; detector.advance(StepKind::one, {})) {
        JobRun run;
        run.from = std::make_shared<const Checkpoint>(detector.checkpoint());
        const auto frame = runJobOn(*other, cloud, otherJob(tried), run, {});
        ASSERT_EQ(frame->hash, expected->hash) << "after step " << detector.step();
        ASSERT_EQ(countersOfSteps(*frame), countersOfSteps(*expected)) << "after step " << detector.step();
        EXPECT_EQ(frame->chosenOrigin, expected->chosenOrigin);
        EXPECT_EQ(frame->converged, expected->converged);
        ++tried;
        if (detector.finished()) break;
      }
      EXPECT_EQ(tried, expected->history->size());
    }
}

TEST(Resume, KeepsTheLimitOfIterations) {
  const auto device = makeCpuDevice(1);
  const PointCloud cloud = spiralToResume(2, Scalar::float32);
  Job job = jobOf();
  job.params.set(kMaxIterationsParam, 9);
  const auto expected = runJobOn(*device, cloud, job, {}, {});
  ASSERT_FALSE(expected->converged);
  Detector detector(cloud, job, *device, {}, {.historyBytes = 0});
  detector.goTo(5, {});
  JobRun run;
  run.from = std::make_shared<const Checkpoint>(detector.checkpoint());
  const auto frame = runJobOn(*device, cloud, job, run, {});
  EXPECT_EQ(frame->hash, expected->hash);
  EXPECT_FALSE(frame->converged);
  EXPECT_EQ(frame->history->size(), expected->history->size());
}

TEST(Resume, TellsOfTheFirstStepAndOfEveryRound) {
  const auto device = makeCpuDevice(1);
  const PointCloud cloud = spiralToResume(2, Scalar::float32);
  std::vector<uint32_t> rounds;
  JobRun run;
  run.roundEnded = [&](const Detector& at) { rounds.push_back(at.present().round); };
  const auto frame = runJobOn(*device, cloud, jobOf(), run, {});
  ASSERT_EQ(rounds.size(), frame->record().round + 1u);
  for (uint32_t i = 0; i < rounds.size(); ++i) EXPECT_EQ(rounds[i], i);
}

TEST(Resume, CanBeKeptWhereItWasInterrupted) {
  const auto device = makeCpuDevice(1);
  const PointCloud cloud = spiralToResume(2, Scalar::float32);
  const auto expected = runJobOn(*device, cloud, jobOf(), {}, {});
  std::stop_source stop;
  JobRun run;
  std::optional<Checkpoint> kept;
  run.roundEnded = [&](const Detector& at) {
    if (at.present().round == 2) stop.request_stop();
  };
  run.interrupted = [&](const Detector& at) { kept = at.checkpoint(); };
  EXPECT_THROW(runJobOn(*device, cloud, jobOf(), run, stop.get_token()), Cancelled);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->history.back().round, 2u);
  run = {};
  run.from = std::make_shared<const Checkpoint>(*kept);
  EXPECT_EQ(runJobOn(*device, cloud, jobOf(), run, {})->hash, expected->hash);
}

class RefusedCheckpoint : public testing::Test {
 protected:
  RefusedCheckpoint() {
    Detector detector(cloud_, jobOf(), *device_, {}, {.historyBytes = 0});
    detector.advance(StepKind::round, {});
    whole_ = detector.checkpoint();
  }
  std::string refusal(const PointCloud& cloud, const Job& job, Checkpoint checkpoint) const {
    try {
      Detector(cloud, job, *device_, {},
               {.historyBytes = 0, .plan = {}, .makeSteps = {}, .from = std::make_shared<const Checkpoint>(std::move(checkpoint))});
    } catch (const Error& error) {
      return error.reason();
    }
    return "";
  }

  std::unique_ptr<Device> device_ = makeCpuDevice(1);
  PointCloud cloud_ = spiralToResume(2, Scalar::float32);
  Checkpoint whole_;
};

TEST_F(RefusedCheckpoint, IsOfAnotherCloudOrAnotherAnswer) {
  EXPECT_EQ(refusal(cloud_, jobOf(), whole_), "");
  EXPECT_NE(refusal(spiralToResume(2, Scalar::float32, 2), jobOf(), whole_).find("another cloud"), std::string::npos);
  EXPECT_NE(refusal(spiralToResume(2, Scalar::float64), jobOf(), whole_).find("another cloud"), std::string::npos);
  Job job = jobOf();
  job.params.set(kR1Param, 8.35);
  EXPECT_NE(refusal(cloud_, job, whole_).find("begun with r1 8.34, and now r1 8.35 is asked for"), std::string::npos) << refusal(cloud_, job, whole_);
  job = jobOf();
  job.params.set(kR2Param, 16.68);  // what it is anyway
  EXPECT_EQ(refusal(cloud_, job, whole_), "");
  job.params.set(kR2Param, 17);
  EXPECT_NE(refusal(cloud_, job, whole_), "");
  job = jobOf();
  job.params.set(kMaxIterationsParam, 100);
  EXPECT_NE(refusal(cloud_, job, whole_), "");
}

TEST_F(RefusedCheckpoint, HasStepsThatAreNoneOfThePlan) {
  for (size_t i = 0; i < whole_.history.size(); ++i) {
    Checkpoint left = whole_;
    left.history.erase(left.history.begin() + ptrdiff_t(i));
    const bool isSweepForNothing = i + 1 == whole_.history.size() && whole_.history[i].removed == 0;  // without it, it is made once more
    EXPECT_EQ(refusal(cloud_, jobOf(), left).empty(), isSweepForNothing) << "without step " << i;
    Checkpoint more = whole_;
    ++more.history[i].chosen;
    EXPECT_NE(refusal(cloud_, jobOf(), more), "") << "with another point in step " << i;
  }
  Checkpoint none = whole_;
  none.history.clear();
  EXPECT_NE(refusal(cloud_, jobOf(), none), "");
}

TEST(Resume, IsRefusedOfNetworksAndTiles) {
  Job job = jobOf();
  EXPECT_NO_THROW(checkCanBeKept(job));
  job.params.set(kCurveParam, double(CurveKind::network));
  EXPECT_THROW(checkCanBeKept(job), Error);
  job = jobOf();
  job.params.set(kTileDetectionParam, double(TileDetection::local));
  EXPECT_THROW(checkCanBeKept(job), Error);
}

}  // namespace
}  // namespace arete
