// What detect, replay, pictures and experiments share.
#include "compute/engine/run_job.h"

#include <gtest/gtest.h>

#include "compute/network/radius/suggest_radius.h"
#include "compute/network/rules/network_params.h"
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
  EXPECT_EQ(suggested->r1, suggestRadius(cloud));
  EXPECT_TRUE(suggested->found);
  EXPECT_EQ(job.r1(), suggested->r1);
  EXPECT_FALSE(suggestIfUnset(cloud, job)) << "it has one now";
}

TEST(RunJob, AJobWhoseVersionCannotRunHereCanStillBeReadButNotRun) {
  if (cudaUnavailableReason().empty()) GTEST_SKIP() << "all of its versions can run here";
  Job job = jobWithR1(8);
  job.versionIds[size_t(Stage::evolve)] = "evolve.cuda.accelerated";
  EXPECT_EQ(job.version(Stage::evolve).id, "evolve.cuda.accelerated");
  EXPECT_EQ(job.deviceBackend(), Backend::cuda);
  EXPECT_EQ(job.onCpu().deviceBackend(), Backend::cpu);
  for (const auto& run : {std::function<void()>([&] { makeDevice(job); }), std::function<void()>([&] { job.function<Stage::evolve>(); })}) try {
      run();
      FAIL() << "it ran";
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), "evolve.cuda.accelerated");
      EXPECT_EQ(error.reason(), findVersion("evolve.cuda.accelerated").unavailable());
    }
}

TEST(RunJob, R1OfANetworkIsReadOffTheCloudWhereItLooksLikeCurves) {
  Job job = test::networkJob(0);
  const auto suggested = suggestIfUnset(PointCloud(test::spiral(2000, 2, 1, 5)), job);
  ASSERT_TRUE(suggested);
  EXPECT_TRUE(suggested->found);
  EXPECT_TRUE(suggested->reason.starts_with("From a radius of ")) << suggested->reason;
  EXPECT_FALSE(suggested->profile);
  EXPECT_EQ(job.r1(), suggested->r1);
}

/// Jobs without R1 by the references and by the fastest versions, for chains and for each profile that suits the dimension.
std::vector<Job> jobsWithoutR1(int dimension) {
  std::vector<Job> jobs(1);
  if (dimension == 2 || dimension == 3)
    for (const std::string_view profile : {"automatic", "map", "surface", "sphere", "wires"}) {
      if (profile != "automatic" && (profile == "map") != (dimension == 2)) continue;
      jobs.push_back(test::networkJob(0));
      jobs.back().params.setText(kProfileParam, std::string(profile));
    }
  for (size_t i = 0, count = jobs.size(); i < count; ++i) {
    Job job = jobs[i];
    for (const Stage stage : job.stages()) job.versionIds[size_t(stage)] = versions(stage)[0].id;
    jobs.push_back(job);
  }
  return jobs;
}

template <class Call>
void expectNoRadius(const Call& call) {
  try {
    call();
    ADD_FAILURE() << "no refusal";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse) << error.what();
    EXPECT_NE(error.reason().find("fewer than 2 distinct points"), std::string::npos) << error.what();
  }
}

TEST(RunJob, ACloudOfOnePlaceIsRefusedBeforeAnyRadiusIsSearched) {
  const auto device = makeCpuDevice(2);
  for (const int dimension : {1, 2, 3, 4})
    for (const uint32_t points : {0u, 1u, 185u}) {
      const PointCloud cloud(points == 0 ? PointArray(Scalar::float64, dimension, 0) : test::allEqual(points, dimension, 1));
      for (Job job : jobsWithoutR1(dimension)) {
        SCOPED_TRACE(std::to_string(points) + " points, " + std::to_string(dimension) + "D, " + std::string(job.version(job.stages().front()).id));
        expectNoRadius([&] { suggestIfUnset(cloud, job); });
        expectNoRadius([&] { suggestIfUnset(cloud, job, {{}, {}, [&](const Job&) -> Device& { return *device; }, {}}); });
        expectNoRadius([&] { suggestR1(cloud, job, {*device, {}, {}}); });
        expectNoRadius([&] { runJob(cloud, job, {}, {}); });
        EXPECT_EQ(job.r1(), 0);
      }
    }
}

TEST(RunJob, OnePlaceWithARadiusThatIsGivenHasNoCurveByAnyVersion) {
  for (const int dimension : {1, 2, 3, 4})
    for (const uint32_t points : {0u, 1u, 185u}) {
      const PointCloud cloud(points == 0 ? PointArray(Scalar::float64, dimension, 0) : test::allEqual(points, dimension, 1));
      for (Job job : jobsWithoutR1(dimension)) {
        SCOPED_TRACE(std::to_string(points) + " points, " + std::to_string(dimension) + "D, " + std::string(job.version(job.stages().front()).id));
        job.params.set(kR1Param, 1);
        const auto frame = runJob(cloud, job, {}, {}).frame;
        EXPECT_TRUE(frame->converged);
        EXPECT_TRUE(frame->curve.edges.empty());
      }
    }
}

TEST(RunJob, AFrameSaysWhetherR1WasFoundWhereNobodyGaveIt) {
  const PointCloud cloud(PointArray::fromRows(std::vector<double>{0, 0, 1, 0, 1, 3, 5, 5}, 2));
  Job job = test::networkJob(0);
  JobRun run;
  run.suggested = suggestIfUnset(cloud, job);
  ASSERT_TRUE(run.suggested);
  EXPECT_FALSE(run.suggested->found);
  const auto frame = runJob(cloud, job, run, {}).frame;
  ASSERT_TRUE(frame->suggested);
  EXPECT_FALSE(frame->suggested->found);
  EXPECT_TRUE(frame->suggested->reason.starts_with("No network could be judged.")) << frame->suggested->reason;
  EXPECT_FALSE(runJob(cloud, test::networkJob(1), {}, {}).frame->suggested);
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
  EXPECT_EQ(backendOf(0, 998), Backend::cpu);
  EXPECT_FALSE(backendOf(0, 999));
  EXPECT_EQ(backendOf(4, 999), Backend::cpu);
  EXPECT_FALSE(backendOf(4, 1000));
  EXPECT_EQ(backendOf(4, 0, Backend::cuda), Backend::cuda);
}

TEST(RunJob, SmallChainsAreForTheCpuWhereTheBackendIsAutomatic) {
  const PointCloud small(test::spiral(2000, 2, 1, 5)), large(PointArray(Scalar::float32, 2, 1'200'000));
  Job job = jobWithR1(4);
  job.backend.reset();
  job.params.set(kThreadsParam, 1);
  EXPECT_EQ(forOneRun(small, job).backend, Backend::cpu);
  EXPECT_FALSE(forOneRun(large, job).backend);
  job.params.set(kThreadsParam, 16);
  EXPECT_EQ(forOneRun(large, job).backend, Backend::cpu);
  Job fixed = job;
  fixed.params.set(kToleranceParam, 0);
  EXPECT_FALSE(forOneRun(small, fixed).backend) << "such detections take any number of iterations";
  job.backend = Backend::cuda;
  EXPECT_EQ(forOneRun(small, job), job);
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
