// Cancelled anywhere, every command works: the device cancels the engine when a stage asks for its threads the n-th time, for every n.
#include <gtest/gtest.h>

#include <atomic>
#include <climits>
#include <map>
#include <set>
#include <thread>

#include "tests/engine/recorder.h"

namespace arete {
namespace {

constexpr int kUntripped = INT_MAX;
constexpr StepKind kKinds[] = {StepKind::one, StepKind::sweep, StepKind::round, StepKind::end};

/// Trips once when threads are asked for the n-th time from now.
struct Tripwire {
  std::atomic<int> left = kUntripped;
  std::function<void()> trip;

  DeviceMaker maker();
};

class TrippingDevice final : public Device {
 public:
  explicit TrippingDevice(Tripwire& wire) : wire_(wire) {}
  Backend backend() const override { return Backend::cpu; }
  std::string description() const override { return "CPU with a tripwire"; }
  ThreadPool& threads() override {
    if (wire_.left != kUntripped && wire_.left-- == 0) wire_.left = kUntripped, wire_.trip();
    return threads_;
  }

 private:
  Tripwire& wire_;
  ThreadPool threads_{1};
};

DeviceMaker Tripwire::maker() {
  return [this](const Job&) { return std::make_unique<TrippingDevice>(*this); };
}

/// What a detection has at each step, and where each kind of advance leads from there.
struct Expected {
  std::vector<std::string> hashes;
  std::map<StepKind, std::vector<uint32_t>> after;

  Expected(const PointCloud& cloud, const Job& job) {
    const auto device = makeCpuDevice(1);
    Detector detector(cloud, job, *device, {});
    detector.advance(StepKind::end, {});
    for (uint32_t step = 0; step <= detector.furthest(); ++step) {
      detector.goTo(step, {});
      hashes.push_back(detector.frame(true, false, {})->hash);
      for (const StepKind kind : kKinds) {
        detector.goTo(step, {});
        detector.advance(kind, {});
        after[kind].push_back(detector.step());
      }
    }
  }
};

struct CancelTest : testing::Test {
  Tripwire wire;
  Recorder recorder;
  PointCloud cloud = scatter(300);

  /// The last frame of a command, null when it has none.
  std::shared_ptr<const Frame> finish(const Engine& engine) {
    EXPECT_TRUE(recorder.waitFor([](const EngineEvent& event) { return !event.busy; }));
    while (engine.busy()) std::this_thread::yield();
    const std::lock_guard lock(recorder.mutex);
    EXPECT_FALSE(recorder.events.empty() || recorder.events.back().error);
    std::shared_ptr<const Frame> last;
    if (!recorder.events.empty()) last = recorder.events.back().frame;
    recorder.events.clear();
    return last;
  }
  /// What a run shows that is cancelled at the n-th look at the device's threads; tells whether it came so far.
  bool cancelAt(Engine& engine, int n, const Job& job, std::shared_ptr<const Frame>& last) {
    wire.trip = [&] { engine.cancel(); };
    wire.left = n;
    engine.start(cloud, job, Engine::kToTheEnd);
    last = finish(engine);
    return wire.left.exchange(kUntripped) == kUntripped;
  }
};

TEST_F(CancelTest, EveryCommandWorksAfterACancelAtEveryStage) {
  const Job job = jobWith(5);
  const Expected expected(cloud, job);
  Engine engine(recorder.listener(), wire.maker());
  std::set<std::string> completed;
  for (const StepKind kind : kKinds)
    for (int n = 0;; ++n) {
      std::shared_ptr<const Frame> last;
      if (!cancelAt(engine, n, job, last)) break;
      const uint32_t step = last ? last->step : 0;
      completed.insert(!last ? "nothing" : last->finished ? "all" : std::string(name(last->record().stage)));
      engine.advance(kind);
      const auto frame = finish(engine);
      ASSERT_TRUE(frame) << "nothing came after a cancel at " << n;
      EXPECT_EQ(frame->step, expected.after.at(kind)[step]) << n;
      EXPECT_EQ(frame->hash, expected.hashes[frame->step]) << n;
    }
  EXPECT_EQ(completed, (std::set<std::string>{"nothing", "choose", "evolve", "decimate", "all"})) << "what was complete when the cancel came";
}

TEST_F(CancelTest, GoingToAStepWorksAfterACancelAtEveryStage) {
  const Job job = jobWith(5);
  const Expected expected(cloud, job);
  Engine engine(recorder.listener(), wire.maker());
  const auto last = uint32_t(expected.hashes.size()) - 1;
  for (const uint32_t to : {0u, last / 2, last})
    for (int n = 0;; ++n) {
      std::shared_ptr<const Frame> before;
      if (!cancelAt(engine, n, job, before)) break;
      engine.goTo(to);
      const auto frame = finish(engine);
      ASSERT_TRUE(frame) << n;
      EXPECT_EQ(frame->step, to) << n;
      EXPECT_EQ(frame->hash, expected.hashes[to]) << n;
    }
}

TEST_F(CancelTest, InTilesTheAssignmentAndTheExactAnswerComeAfterACancelAtEveryStage) {
  Job job = jobWith(5);
  job.params.set(kTileDetectionParam, double(TileDetection::hybrid));
  job.params.set(kSmoothingParam, double(Smoothing::decimateThenEvolve));
  const Expected expected(cloud, job);
  Engine engine(recorder.listener(), wire.maker());
  engine.setWithExact(true);
  engine.setWithAssignment(true);
  finish(engine);
  bool comparing = false;
  for (int n = 0;; ++n) {
    std::shared_ptr<const Frame> last;
    if (!cancelAt(engine, n, job, last)) break;
    comparing = comparing || (last && last->finished && !last->exact);
    engine.advance(StepKind::end);
    const auto frame = finish(engine);
    ASSERT_TRUE(frame) << n;
    EXPECT_EQ(frame->hash, expected.hashes.back()) << n;
    EXPECT_EQ(frame->assignment.size(), cloud.size()) << n;
    EXPECT_TRUE(frame->exact) << n;
    job.params.set(kMaxIterationsParam, 100'000 + n);  // so that the exact answer is not that of the run before
  }
  EXPECT_TRUE(comparing) << "no cancel fell into the comparison";
}

TEST_F(CancelTest, WhatIsWantedOfFramesSurvivesCancelsAndStarts) {
  Engine engine(recorder.listener(), wire.maker());
  engine.setWithAssignment(true);
  engine.cancel();
  engine.setWithAssignment(true);
  engine.start(cloud, jobWith(5), 0);
  while (engine.busy()) std::this_thread::yield();
  const auto frame = finish(engine);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->assignment.size(), cloud.size());
}

TEST_F(CancelTest, AStartThatIsCancelledBeforeItsTurnIsWhatLaterCommandsAreAbout) {
  const Expected expected(cloud, jobWith(4));
  Engine engine(recorder.listener(), wire.maker());
  std::atomic<uint64_t> generation = 0;
  wire.trip = [&] {
    generation = engine.start(cloud, jobWith(4), Engine::kToTheEnd);  // waits: this is the compute thread, at work for the other one
    engine.cancel();
  };
  wire.left = 3;
  engine.start(cloud, jobWith(5), Engine::kToTheEnd);
  ASSERT_TRUE(recorder.waitFor([&](const EngineEvent& event) { return !event.busy && event.generation == generation; }));
  finish(engine);
  engine.advance(StepKind::one);
  const auto frame = finish(engine);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->generation, generation);
  EXPECT_EQ(frame->hash, expected.hashes[1]);
}

TEST_F(CancelTest, WhoCancelsWhatHasNotBegunHearsOfIt) {
  Engine engine(recorder.listener(), wire.maker());
  engine.start(cloud, jobWith(5), 0);
  finish(engine);
  for (int i = 0; i < 1000; ++i) {  // some of these cancels come before the compute thread has seen the step
    engine.advance(StepKind::one);
    engine.cancel();
    ASSERT_TRUE(recorder.waitFor([](const EngineEvent& event) { return !event.busy; })) << i;
    finish(engine);
  }
}

}  // namespace
}  // namespace arete
