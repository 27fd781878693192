// Detections of wires: the steps of their plan give what the references give one after the other; watched, gone back in, cancelled, on any number of
// threads, always the same bits. And R1 and the profile where neither is given.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "compute/core/error.h"
#include "compute/core/hash.h"
#include "compute/engine/detector.h"
#include "compute/engine/run_job.h"
#include "compute/engine/wires_among.h"
#include "compute/network/rules/network_params.h"
#include "tests/support/wires.h"

namespace arete {
namespace {

constexpr double kWireR1 = 0.3;

Job wiresJob(double r1 = kWireR1) {
  Job job;
  job.params.set(kR1Param, r1);
  job.params.set(kCurveParam, double(CurveKind::network));
  job.params.setText(kProfileParam, "wires");
  return job;
}

struct WiresDetection : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  std::vector<shared::Vector3> points = test::measured(test::powerLine(), 4, 0.04, 0.8, 1);
  PointCloud cloud = test::cloudOf(points, 3);

  Detector detector(DetectorOptions options = {}) { return {cloud, wiresJob(), *device, {}, std::move(options)}; }
  std::string hash() { return runJobOn(*device, cloud, wiresJob(), {}, {})->hash; }
};

TEST_F(WiresDetection, IsWhatTheReferencesGiveOneAfterTheOtherOnAnyNumberOfThreads) {
  const Curve expected = test::wiresOf(cloud, kWireR1, networkRules(NetworkProfile::wires, 3), {*device, {}, {}}).curve();
  for (const int threads : {1, 2, 7}) {
    const auto own = makeCpuDevice(threads);
    const auto frame = runJobOn(*own, cloud, wiresJob(), {}, {});
    EXPECT_TRUE(frame->converged);
    EXPECT_EQ(frame->hash, curveHash(expected.nodes, expected.edges)) << threads;
    EXPECT_EQ(frame->curve.components, 2u);
    EXPECT_EQ(frame->curve.junctions, 0u);
    EXPECT_EQ(frame->curve.ends, 4u);
  }
}

TEST_F(WiresDetection, ShowsWhatEveryStageDid) {
  Detector detector = this->detector();
  std::vector<Stage> seen;
  detector.advance(StepKind::end, {}, [&](Detector& at) {
    if (seen.empty() || seen.back() != at.present().stage) seen.push_back(at.present().stage);
  });
  EXPECT_EQ(seen, (std::vector{Stage::seeds, Stage::wire_lines, Stage::ridge_shift, Stage::thin, Stage::wire_strands, Stage::wire_claims,
                               Stage::wire_gaps, Stage::prune, Stage::polish, Stage::wire_ends, Stage::wire_gaps, Stage::wire_ends}));
}

TEST_F(WiresDetection, OfPointsInAnotherOrderIsTheSame) {
  const std::string hash = this->hash();
  std::ranges::reverse(points);
  EXPECT_EQ(runJobOn(*device, test::cloudOf(points, 3), wiresJob(), {}, {})->hash, hash);
}

TEST_F(WiresDetection, GoesBackToEveryStepAndOnFromIt) {
  Detector full = this->detector();
  full.advance(StepKind::end, {});
  const std::string hash = full.frame(true, false, {})->hash;
  for (uint32_t step = 0; step < full.furthest(); ++step) {
    Detector other = this->detector({.historyBytes = 0});
    other.goTo(step, {});
    full.goTo(step, {});
    EXPECT_EQ(other.frame(true, false, {})->hash, full.frame(true, false, {})->hash) << step;
    other.advance(StepKind::end, {});
    EXPECT_EQ(other.frame(true, false, {})->hash, hash) << step;
  }
}

TEST_F(WiresDetection, GoesOnAfterACancelAtAnyStep) {
  const std::string hash = this->hash();
  Detector whole = this->detector();
  whole.advance(StepKind::end, {});
  for (uint32_t last = 1; last < whole.furthest(); ++last) {
    Detector detector = this->detector();
    std::stop_source stop;
    const auto cancelAt = [&](Detector& at) {
      if (at.step() == last) stop.request_stop();
    };
    EXPECT_THROW(detector.advance(StepKind::end, stop.get_token(), cancelAt), Cancelled);
    detector.advance(StepKind::end, {});
    EXPECT_EQ(detector.frame(true, false, {})->hash, hash) << last;
  }
}

TEST_F(WiresDetection, OfTooFewPointsIsEmptyAndOfThePlaneIsRefused) {
  for (const auto& rows : {std::vector<double>{3, 4, 5}, {0, 0, 0, 100, 100, 100}, {5, 5, 5, 5, 5, 5, 5, 5, 5}}) {
    const auto frame = runJobOn(*device, PointCloud(PointArray::fromRows(rows, 3)), wiresJob(), {}, {});
    EXPECT_TRUE(frame->converged);
    EXPECT_TRUE(frame->curve.edges.empty());
  }
  EXPECT_THROW(runJobOn(*device, PointCloud(PointArray::fromRows(std::vector<double>{1, 2, 3, 4}, 2)), wiresJob(), {}, {}), Error);
}

TEST_F(WiresDetection, HaveAnR1OfTheirOwnWhereNoneIsGiven) {
  Job job = wiresJob();
  job.params.reset(kR1Param);
  ASSERT_TRUE(suggestIfUnset(cloud, job));
  EXPECT_GT(job.r1(), 0.05);
  EXPECT_LT(job.r1(), 0.6) << "conductors 1 apart are two";
}

TEST_F(WiresDetection, FindsOutThatTheCloudShowsWiresWhereNoProfileIsGiven) {
  Job job = wiresJob();
  job.params.reset(kR1Param);
  Job automatic = job;
  automatic.params.reset(kProfileParam);
  ASSERT_TRUE(suggestIfUnset(cloud, automatic));
  ASSERT_TRUE(suggestIfUnset(cloud, job));
  EXPECT_EQ(automatic, job) << "R1 and profile";
  automatic.params.reset(kR1Param);
  automatic.params.setText(kProfileParam, "surface");
  ASSERT_TRUE(suggestIfUnset(cloud, automatic));
  EXPECT_FALSE(asksForWires(automatic.params)) << "what is asked for stays";
}

TEST_F(WiresDetection, TakesNoOtherCurvesForWires) {
  const auto profile = [&](const std::vector<test::Segment>& segments, double noise) {
    Job job = wiresJob();
    job.params.reset(kR1Param), job.params.reset(kProfileParam);
    return suggestR1(test::cloudOf(test::noisySegments(segments, 3, 12, noise, 3), 3), job, {*device, {}, {}}).profile;
  };
  const std::vector<test::Segment> arms = test::star({{0, 60, 20}, {52, -30, 20}, {-52, -30, 20}, {0, 0, -60}});
  EXPECT_FALSE(profile(arms, 1)) << "noisy: no thin lines";
  EXPECT_FALSE(profile(arms, 0.1)) << "thin lines, which meet";
}

struct WiresAmongOthers : WiresDetection {
  /// Points on ground that rises and falls.
  static std::vector<shared::Vector3> ground(int count) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> along(-100, 100), across(-30, 30);
    std::normal_distribution<double> noise(0, 0.03);
    std::vector<shared::Vector3> points;
    for (int i = 0; i < count; ++i) {
      const double x = along(random), y = across(random);
      points.push_back({x, y, 0.5 * std::sin(x / 17) + noise(random)});
    }
    return points;
  }
  RadiusSuggestion suggested(const std::vector<shared::Vector3>& points) {
    Job job = wiresJob();
    job.params.reset(kR1Param), job.params.reset(kProfileParam);
    return suggestR1(test::cloudOf(points, 3), job, {*device, {}, {}});
  }
};

TEST_F(WiresAmongOthers, AreFoundAboveGroundThatHasTenTimesTheirPoints) {
  std::vector<shared::Vector3> points = ground(20'000);
  for (const double beside : {-4.0, -1.0, 2.0})
    for (const shared::Vector3& place :
         test::noisySegments({{{-95, beside, 15}, {0, beside, 11}}, {{0, beside, 11}, {95, beside, 15}}}, 3, 3.5, 0.02, 5))
      points.push_back(place);
  const RadiusSuggestion found = suggested(points);
  ASSERT_EQ(found.profile, NetworkProfile::wires);
  EXPECT_GT(found.r1, 0.04);
  EXPECT_LT(found.r1, 1.5) << "half of the distance between conductors";
  Job job = wiresJob();
  takeSuggestion(found, job);
  const Curve curve = runJobOn(*device, test::cloudOf(points, 3), job, {}, {})->curve;
  EXPECT_NEAR(curve.length, 3 * 2 * std::hypot(95, 4), 0.15 * curve.length) << "and little else";
  EXPECT_LE(curve.components, 5u);
}

TEST_F(WiresAmongOthers, AreNotSeenInGroundAlone) { EXPECT_FALSE(suggested(ground(20'000)).profile); }

TEST_F(WiresAmongOthers, AreNotWhatMostPointsLieAt) {
  const auto line = test::noisySegments({{{0, 0, 0}, {100, 0, 0}}}, 3, 10, 0.1, 1);
  const NetworkAt wiresAt = [](const PointCloud&, double, const StageContext&) {
    return makeCurve(PointArray::fromRows(std::vector<double>{-50, 0, 0, 150, 0, 0}, 3), {{0, 1}});
  };
  const auto radiusOf = [](const PointCloud& near) {
    NetworkRadius radius;
    radius.r1 = near.size(), radius.best = RadiusRung{.r1 = radius.r1};
    return radius;
  };
  const auto found = [&](size_t others) {
    std::vector<shared::Vector3> points = line;
    for (size_t i = 0; i < others; ++i) points.push_back({100 * double(i) / double(others), 30, 20});
    return radiusOfWiresAmong(test::cloudOf(points, 3), 0.5, wiresAt, radiusOf, {*device, {}, {}});
  };
  EXPECT_FALSE(found(line.size() - 10)) << "a thick curve has lines of points too";
  ASSERT_TRUE(found(line.size() + 10));
  EXPECT_EQ(found(line.size() + 10)->r1, double(line.size()));
}

TEST_F(WiresAmongOthers, AreNotSeenInPointsThatAreScatteredInSpace) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0, 50);
  std::vector<shared::Vector3> points(4'000);
  for (shared::Vector3& point : points) point = {place(random), place(random), place(random)};
  EXPECT_FALSE(suggested(points).profile);
}

}  // namespace
}  // namespace arete
