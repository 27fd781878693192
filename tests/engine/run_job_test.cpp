// What detect, replay, pictures and experiments share.
#include "compute/engine/run_job.h"

#include <gtest/gtest.h>

#include "compute/stages/suggest_radius.h"
#include "tests/engine/brittle_gpu.h"
#include "tests/support/network_job.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

Job jobWithR1(double r1) {
  Job job;
  job.params.set(kR1Param, r1);
  return job;
}

TEST(RunJob, AJobWithoutR1GetsTheOneThatTheCloudSuggests) {
  const PointCloud cloud(test::spiral(2000, 2, 1, 5));
  Job job;
  const auto suggested = suggestIfUnset(cloud, job);
  ASSERT_TRUE(suggested);
  EXPECT_EQ(*suggested, suggestRadius(cloud));
  EXPECT_EQ(job.r1(), *suggested);
  EXPECT_FALSE(suggestIfUnset(cloud, job)) << "it has one now";
  Job none;
  EXPECT_FALSE(suggestIfUnset(PointCloud(test::allEqual(5, 2, 1)), none));
  EXPECT_EQ(none.r1(), 0);
}

TEST(RunJob, SmallNetworksAreForTheCpuWhereTheBackendIsAutomatic) {
  const PointCloud cloud(test::spiral(2000, 2, 1, 5));
  const auto backendOf = [&](double r1, double resamples, std::optional<Backend> backend = {}) {
    Job job = test::networkJob(r1);
    job.backend = backend;
    job.params.set(kBootstrapParam, resamples);
    return forOneRun(cloud, job).backend;
  };
  EXPECT_EQ(backendOf(4, 0), Backend::cpu);
  EXPECT_EQ(backendOf(0, 980), Backend::cpu);
  EXPECT_FALSE(backendOf(0, 981));
  EXPECT_EQ(backendOf(4, 999), Backend::cpu);
  EXPECT_FALSE(backendOf(4, 1000));
  EXPECT_EQ(backendOf(4, 0, Backend::cuda), Backend::cuda);
  Job chains = jobWithR1(4);
  chains.backend.reset();
  EXPECT_EQ(forOneRun(cloud, chains), chains);
}

TEST(RunJob, GivesWhatTheDetectorGivesAtTheEndAndAtAStep) {
  const PointCloud cloud(test::spiral(2000, 2, 1, 5));
  const auto device = makeCpuDevice(2);
  Detector detector(cloud, jobWithR1(3), *device, {});
  detector.advance(StepKind::end, {});
  const auto end = detector.frame(true, false, {});
  EXPECT_EQ(runJob(cloud, jobWithR1(3), {}, {}).frame->hash, end->hash);
  const uint32_t middle = detector.furthest() / 2;
  ASSERT_GT(middle, 0u);
  detector.goTo(middle, {});
  const auto there = runJob(cloud, jobWithR1(3), {.untilStep = middle, .withAssignment = true}, {}).frame;
  EXPECT_EQ(there->hash, detector.frame(true, false, {})->hash);
  EXPECT_EQ(there->step, middle);
  EXPECT_EQ(there->assignment.size(), cloud.size());
  EXPECT_FALSE(there->finished);
}

TEST(RunJob, TellsEveryStep) {
  const PointCloud cloud(test::spiral(2000, 2, 1, 5));
  uint32_t told = 0;
  JobRun run;
  run.step = [&](Detector& at) { EXPECT_EQ(at.step(), ++told); };
  EXPECT_EQ(runJob(cloud, jobWithR1(3), run, {}).frame->step, told);
}

TEST(RunJob, ComparesADetectionInTilesWithTheExactOne) {
  const PointCloud cloud(test::spiral(2000, 2, 1, 5));
  Job job = jobWithR1(3);
  job.params.set(kTileDetectionParam, double(TileDetection::local));
  bool told = false;
  JobRun run{.compareExact = true};
  run.comparing = [&] { told = true; };
  const auto frame = runJob(cloud, job, run, {}).frame;
  EXPECT_TRUE(told);
  ASSERT_TRUE(frame->exact);
  EXPECT_EQ(frame->exact->hash, runJob(cloud, jobWithR1(3), {}, {}).frame->hash);
  EXPECT_EQ(frame->difference.radius, 3);
}

TEST(RunJob, TheCpuTakesOverFromAGpuThatFailsUnlessSomeoneInsistsOnIt) {
  SKIP_WITH_A_REAL_GPU();
  const PointCloud cloud(test::spiral(2000, 2, 1, 5));
  const std::string expected = runJob(cloud, jobWithR1(3), {}, {}).frame->hash;
  for (const int after : {0, 5}) {
    Machine machine{ErrorKind::outOfMemory};
    machine.left = after;
    int told = 0;
    JobRun run{.makeDevice = machine.maker()};
    run.cpuTakesOver = [&](const Error& error) { told += error.kind() == ErrorKind::outOfMemory; };
    Job job = jobWithR1(3);
    job.backend.reset();
    const JobResult result = runJob(cloud, job, run, {});
    EXPECT_EQ(result.frame->hash, expected);
    EXPECT_EQ(result.device->backend(), Backend::cpu);
    EXPECT_EQ(machine.gpusMade, 1);
    EXPECT_EQ(told, 1);
    machine.left = after;
    job.backend = Backend::cuda;
    for (const Stage stage : kChainStages) job.versionIds[size_t(stage)] = defaultVersion(stage, Backend::cpu).id;
    EXPECT_THROW(runJob(cloud, job, run, {}), Error);
    EXPECT_EQ(told, 1);
  }
}

TEST(RunJob, StopsWhenAsked) {
  std::stop_source stop;
  JobRun run;
  run.step = [&](Detector&) { stop.request_stop(); };
  EXPECT_THROW(runJob(PointCloud(test::spiral(2000, 2, 1, 5)), jobWithR1(3), run, stop.get_token()), Cancelled);
}

}  // namespace
}  // namespace arete
