// The state machine of ridge detection: stepping, going back, cancelling, limits.
#include "compute/engine/detector.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "compute/core/error.h"

namespace arete {
namespace {

/// A noisy ring made from integers only: the same on every machine.
PointCloud ring(uint32_t count, Scalar scalar = Scalar::float32) {
  PointArray points(scalar, 2, count);
  uint32_t state = 12345;
  const auto random = [&] { return double((state = state * 1664525u + 1013904223u) >> 8) / double(1 << 24) - 0.5; };
  for (uint32_t i = 0; i < count; ++i) {
    double x = random(), y = random();
    const double length = std::sqrt(x * x + y * y) + 1e-9, radius = 100 + 6 * random();
    points.setCoordinate(i, 0, x / length * radius);
    points.setCoordinate(i, 1, y / length * radius);
  }
  return PointCloud(std::move(points));
}

Job jobWith(double r1) {
  Job job;
  job.params.set(kR1Param, r1);
  return job;
}

struct DetectorTest : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  PointCloud cloud = ring(3000);

  Detector detector(DetectorOptions options = {}) { return {cloud, jobWith(8), *device, {}, options}; }
};

TEST_F(DetectorTest, FindsTheRing) {
  Detector detector = this->detector();
  detector.advance(StepKind::end, {});
  const auto frame = detector.frame(true, false, {});
  EXPECT_TRUE(frame->finished);
  EXPECT_TRUE(frame->converged);
  EXPECT_EQ(frame->curve.components, 1u);
  EXPECT_EQ(frame->curve.loops, 1u);
  EXPECT_NEAR(frame->curve.length, 2 * M_PI * 100, 30);
  EXPECT_EQ(frame->hash.size(), 64u);
}

TEST_F(DetectorTest, SmallStepsAndOneRunGiveTheSameBits) {
  Detector whole = this->detector(), stepped = this->detector();
  whole.advance(StepKind::end, {});
  while (!stepped.finished()) stepped.advance(StepKind::one, {});
  EXPECT_EQ(whole.frame(true, false, {})->hash, stepped.frame(true, false, {})->hash);
  EXPECT_EQ(whole.furthest(), stepped.furthest());
}

TEST_F(DetectorTest, SweepsAndRoundsStopAtTheirBoundaries) {
  Detector detector = this->detector();
  detector.advance(StepKind::sweep, {});
  EXPECT_EQ(detector.frame(false, false, {})->record().stage, Stage::decimate);
  EXPECT_EQ(detector.frame(false, false, {})->record().inRound, 1u);
  detector.advance(StepKind::round, {});
  const StepRecord record = detector.frame(false, false, {})->record();
  EXPECT_EQ(record.stage, Stage::decimate);
  EXPECT_EQ(record.removed, 0u);
  EXPECT_EQ(record.round, 1u);
}

TEST_F(DetectorTest, GoesBackToEveryStepAlsoWhenMostStatesWereNotKept) {
  Detector full = this->detector(), thin = this->detector({.historyBytes = 4000});
  full.advance(StepKind::end, {});
  thin.advance(StepKind::end, {});
  for (uint32_t step = full.furthest() + 1; step-- > 0;) {
    full.goTo(step, {});
    thin.goTo(step, {});
    const auto a = full.frame(true, false, {}), b = thin.frame(true, false, {});
    ASSERT_EQ(a->step, step);
    ASSERT_EQ(a->hash, b->hash) << "step " << step;
    ASSERT_EQ(a->previous, b->previous) << "step " << step;
    ASSERT_EQ(a->removed, b->removed) << "step " << step;
    ASSERT_EQ(a->chosen.size(), a->record().chosen);
    ASSERT_EQ(a->previous.size(), a->chosen.size());
    if (a->record().stage == Stage::decimate) {
      ASSERT_EQ(a->removed.size(), a->record().removed);
    }
  }
}

TEST_F(DetectorTest, GoesOnFromAnEarlierStepToTheSameEnd) {
  Detector detector = this->detector();
  detector.advance(StepKind::end, {});
  const std::string hash = detector.frame(true, false, {})->hash;
  detector.goTo(3, {});
  EXPECT_FALSE(detector.finished());
  detector.advance(StepKind::end, {});
  EXPECT_TRUE(detector.finished());
  EXPECT_EQ(detector.frame(true, false, {})->hash, hash);
}

TEST_F(DetectorTest, StopsAtTheLimitOfIterations) {
  Job job = jobWith(8);
  job.params.set(kMaxIterationsParam, 4);
  Detector detector(cloud, job, *device, {});
  detector.advance(StepKind::end, {});
  EXPECT_EQ(detector.furthest(), 4u);
  EXPECT_TRUE(detector.finished());
  EXPECT_FALSE(detector.frame(true, false, {})->converged);
}

TEST_F(DetectorTest, ACancelledStepLeavesTheLastOneAndCanGoOn) {
  Detector detector = this->detector(), other = this->detector();
  detector.advance(StepKind::one, {});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(detector.advance(StepKind::end, stop.get_token()), Cancelled);
  EXPECT_EQ(detector.step(), 1u);
  detector.advance(StepKind::end, {});
  other.advance(StepKind::end, {});
  EXPECT_EQ(detector.frame(true, false, {})->hash, other.frame(true, false, {})->hash);
}

TEST_F(DetectorTest, CancelledWhileGoingBackItStandsWhereItWas) {
  Detector detector = this->detector({.historyBytes = 1});  // every step back is computed again from step 0
  detector.advance(StepKind::end, {});
  const uint32_t last = detector.step();
  const auto before = detector.frame(true, true, {});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(detector.goTo(last / 2, stop.get_token()), Cancelled);
  EXPECT_EQ(detector.step(), last);
  EXPECT_TRUE(detector.finished());
  const auto after = detector.frame(true, true, {});
  EXPECT_EQ(after->hash, before->hash);
  EXPECT_EQ(after->chosenOrigin, before->chosenOrigin);
  EXPECT_EQ(after->previous, before->previous);
  EXPECT_EQ(after->assignment, before->assignment);
}

TEST_F(DetectorTest, IsConvergedOnlyWhenAWholeRoundChangedNothing) {
  Detector detector = this->detector();
  detector.advance(StepKind::end, {});
  const std::vector<StepRecord> history = *detector.frame(false, false, {})->history;
  const uint32_t rounds = history.back().round;
  ASSERT_GT(rounds, 1u);
  std::vector<uint32_t> changes(rounds + 1);
  for (const StepRecord& step : history) changes[step.round] += step.moved + step.removed;
  for (uint32_t round = 1; round < rounds; ++round) EXPECT_GT(changes[round], 0u) << "round " << round << " changed nothing and was not the last";
  EXPECT_EQ(changes[rounds], 0u);
}

TEST_F(DetectorTest, TakesEmptyAndTinyClouds) {
  for (uint32_t count : {0u, 1u, 2u, 3u}) {
    Detector detector(ring(count), jobWith(1), *device, {});
    detector.advance(StepKind::end, {});
    EXPECT_TRUE(detector.finished()) << count;
  }
}

TEST_F(DetectorTest, RefusesRadiiThatAreNotPositive) {
  EXPECT_THROW(Detector(cloud, Job{}, *device, {}), Error);
  try {
    Detector(cloud, Job{}, *device, {});
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
    EXPECT_EQ(error.where(), "r1");
  }
}

TEST_F(DetectorTest, RefusesACloudWhoseStrayPointMakesPositionsTooCoarse) {
  for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
    std::vector<double> rows;
    for (uint32_t i = 0; i < cloud.size(); ++i) rows.insert(rows.end(), {cloud.points().coordinate(i, 0), cloud.points().coordinate(i, 1)});
    rows[2 * 77] = -1e30;
    const auto stray = [&] { return PointCloud::recentred(rows, 2, scalar); };  // which refuses floats, whose squares overflow
    try {
      Detector(stray(), jobWith(8), *device, {});
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      EXPECT_EQ(error.where(), "point 77");
      EXPECT_NE(error.reason().find("-1e+30"), std::string::npos) << error.reason();
    }
    if (scalar == Scalar::float64) {
      EXPECT_NO_THROW(Detector(stray(), jobWith(1e29), *device, {}));
    }
  }
}

TEST_F(DetectorTest, AssignmentNamesPointsWithinR1) {
  Detector detector = this->detector();
  detector.advance(StepKind::end, {});
  const auto frame = detector.frame(false, true, {});
  ASSERT_EQ(frame->assignment.size(), cloud.size());
  uint32_t assigned = 0;
  for (uint32_t each : frame->assignment) {
    ASSERT_TRUE(each == kUnassigned || each < frame->chosen.size());
    assigned += each != kUnassigned;
  }
  EXPECT_GT(assigned, cloud.size() / 2);
}

}  // namespace
}  // namespace arete
