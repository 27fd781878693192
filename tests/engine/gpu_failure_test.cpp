// What happens when the GPU has too little memory or fails for good: the CPU goes on where that is wanted, and the user is told once.
#include <gtest/gtest.h>

#include "compute/engine/run_job.h"
#include "tests/engine/brittle_gpu.h"
#include "tests/engine/recorder.h"

namespace arete {
namespace {

Job automatic(double r1) {
  Job job = jobWith(r1);
  job.backend.reset();
  return job;
}

std::string hashOnCpu(const PointCloud& cloud, double r1) {
  const auto device = makeCpuDevice(1);
  Detector detector(cloud, jobWith(r1), *device, {});
  detector.advance(StepKind::end, {});
  return detector.frame(true, false, {})->hash;
}

size_t notices(Recorder& recorder) {
  const std::lock_guard lock(recorder.mutex);
  return size_t(std::count_if(recorder.events.begin(), recorder.events.end(), [](const EngineEvent& e) { return e.notice.has_value(); }));
}

class GpuFails : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { SKIP_WITH_A_REAL_GPU(); }
};

class GpuFailure : public testing::Test {
 protected:
  void SetUp() override { SKIP_WITH_A_REAL_GPU(); }
};

TEST_P(GpuFails, AndTheCpuTakesOverWithTheSameAnswer) {
  const PointCloud cloud = scatter(2000);
  const std::string expected = hashOnCpu(cloud, 5);
  for (const ErrorKind kind : {ErrorKind::outOfMemory, ErrorKind::deviceLost}) {
    Machine machine{kind};
    machine.left = GetParam();
    Recorder recorder;
    Engine engine(recorder.listener(), machine.maker());
    engine.start(cloud, automatic(5), Engine::kToTheEnd);
    ASSERT_TRUE(recorder.waitFor([](const EngineEvent& e) { return (e.frame && e.frame->finished && !e.busy) || e.error; }));
    const std::lock_guard lock(recorder.mutex);
    ASSERT_TRUE(recorder.events.back().frame) << recorder.events.back().error->what();
    EXPECT_EQ(recorder.events.back().frame->hash, expected);
    EXPECT_EQ(recorder.events.back().frame->device.substr(0, 3), "CPU");
    EXPECT_EQ(std::count_if(recorder.events.begin(), recorder.events.end(), [](const EngineEvent& e) { return e.notice.has_value(); }), 1);
  }
}
INSTANTIATE_TEST_SUITE_P(At, GpuFails, testing::Values(0, 1, 5), testing::PrintToStringParamName());

TEST_F(GpuFailure, InTheMiddleOfTheStepsGoesOnFromThere) {
  const PointCloud cloud = scatter(2000);
  Machine machine{ErrorKind::deviceLost};
  Recorder recorder;
  Engine engine(recorder.listener(), machine.maker());
  engine.start(cloud, automatic(5), 3);
  ASSERT_TRUE(recorder.waitFor([](const EngineEvent& e) { return e.frame && e.frame->step == 3 && !e.busy; }));
  EXPECT_EQ(notices(recorder), 0u);
  machine.left = 0;
  engine.advance(StepKind::end);
  ASSERT_TRUE(recorder.waitFor([](const EngineEvent& e) { return e.frame && e.frame->finished && !e.busy; }));
  EXPECT_EQ(notices(recorder), 1u);
  const std::lock_guard lock(recorder.mutex);
  EXPECT_EQ(recorder.events.back().frame->hash, hashOnCpu(cloud, 5));
}

TEST_F(GpuFailure, IsToldOnceAndTheLostGpuIsNotTriedAgain) {
  const PointCloud cloud = scatter(500);
  Machine machine{ErrorKind::deviceLost, 0};
  Recorder recorder;
  Engine engine(recorder.listener(), machine.maker());
  for (const double r1 : {5.0, 6.0, 7.0}) {
    const uint64_t generation = engine.start(cloud, automatic(r1), Engine::kToTheEnd);
    ASSERT_TRUE(recorder.waitFor([&](const EngineEvent& e) { return e.frame && e.generation == generation && e.frame->finished && !e.busy; }));
  }
  EXPECT_EQ(notices(recorder), 1u);
  EXPECT_EQ(machine.gpusMade, 1);
}

TEST_F(GpuFailure, OfMemoryIsTriedAgainWithTheNextRun) {
  Machine machine{ErrorKind::outOfMemory, 0};
  Recorder recorder;
  Engine engine(recorder.listener(), machine.maker());
  const uint64_t first = engine.start(scatter(500), automatic(5), Engine::kToTheEnd);
  ASSERT_TRUE(recorder.waitFor([&](const EngineEvent& e) { return e.frame && e.generation == first && e.frame->finished && !e.busy; }));
  machine.left = kNever;
  const uint64_t second = engine.start(scatter(400), automatic(5), Engine::kToTheEnd);
  ASSERT_TRUE(recorder.waitFor([&](const EngineEvent& e) { return e.frame && e.generation == second && e.frame->finished && !e.busy; }));
  const std::lock_guard lock(recorder.mutex);
  EXPECT_EQ(recorder.events.back().frame->device, "brittle GPU");
}

TEST_F(GpuFailure, OfAnotherKindIsAnError) {
  Machine machine{ErrorKind::internal, 0};
  Recorder recorder;
  Engine engine(recorder.listener(), machine.maker());
  engine.start(scatter(500), automatic(5), Engine::kToTheEnd);
  EXPECT_TRUE(recorder.waitFor([](const EngineEvent& e) { return e.error && e.error->kind() == ErrorKind::internal; }));
  EXPECT_EQ(notices(recorder), 0u);
}

TEST_F(GpuFailure, WhileR1IsLookedForLeavesTheSearchToTheCpu) {
  const PointCloud cloud = scatter(300);
  Job onCpu = automatic(0), job = automatic(0);
  for (Job* each : {&onCpu, &job}) each->params.set(kCurveParam, double(CurveKind::network));
  const auto expected = suggestIfUnset(cloud, onCpu);
  Machine machine{ErrorKind::deviceLost};
  machine.left = 3;
  const std::unique_ptr<Device> gpu = machine.maker()(job);
  int told = 0;
  const auto found = suggestIfUnset(cloud, job, {{}, {}, [&](const Job&) -> Device& { return *gpu; }, [&](const Error&) { ++told; }});
  ASSERT_TRUE(expected && found);
  EXPECT_EQ(found->r1, expected->r1);
  EXPECT_EQ(told, 1);
  EXPECT_EQ(job.r1(), onCpu.r1());
}

TEST_F(GpuFailure, OfMemoryIsAnErrorForWhoInsistsOnTheGpu) {
  Job job = jobWith(5);
  job.backend = Backend::cuda;
  const Error tooLarge(ErrorKind::outOfMemory, "", "", ""), lost(ErrorKind::deviceLost, "", "", "");
  EXPECT_FALSE(job.cpuMayTakeOver(tooLarge));
  EXPECT_TRUE(job.cpuMayTakeOver(lost));
  EXPECT_TRUE(automatic(5).cpuMayTakeOver(tooLarge));
}

}  // namespace
}  // namespace arete
