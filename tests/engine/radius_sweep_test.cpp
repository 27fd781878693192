// A sweep gives what single detections give, and a frame's explanation is that of its curve.
#include "compute/engine/radius_sweep.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compute/core/error.h"
#include "compute/engine/curve_explanation.h"
#include "compute/engine/run_job.h"
#include "tests/support/spiral.h"

namespace arete {
namespace {

PointCloud sweptCloud(uint32_t points) { return test::spiralCloud({.points = points}); }

Job sweptJob(double r1) {
  Job job;
  job.params.set(kR1Param, r1);
  return job;
}

TEST(RadiusLadder, GoesInEvenRatiosFromEndToEndThroughTheMiddle) {
  const std::vector<double> radii = radiusLadder(8.34);
  ASSERT_EQ(radii.size(), size_t(kLadderSteps));
  EXPECT_EQ(radii.front(), 8.34 / 4);
  EXPECT_EQ(radii.back(), 8.34 * 4);
  EXPECT_DOUBLE_EQ(radii[kLadderSteps / 2], 8.34);
  for (size_t i = 1; i < radii.size(); ++i) EXPECT_NEAR(radii[i] / radii[i - 1], std::pow(2, 0.25), 1e-9);
  EXPECT_EQ(radiusLadder(2, 2, 3), (std::vector<double>{2, 2, 2}));
  EXPECT_DOUBLE_EQ(radiusLadder(1, 9, 1).front(), 3);
}

TEST(RadiusSweep, EveryRowIsADetectionOfItsRadius) {
  const PointCloud cloud = sweptCloud(4000);
  const auto device = makeCpuDevice(2);
  const std::vector<double> radii = radiusLadder(4, 16, 3);
  const Polylines truth = trueCurve(findShape("spiral"), GenerateOptions{.points = 4000});
  std::vector<size_t> told;
  const auto points = radiusSweep({cloud, sweptJob(1), radii, &truth}, *device, {}, [&](const auto& soFar) { told.push_back(soFar.size()); });
  EXPECT_EQ(told, (std::vector<size_t>{1, 2, 3}));
  ASSERT_EQ(points.size(), 3u);
  for (size_t i = 0; i < points.size(); ++i) {
    const auto alone = runJobOn(*device, cloud, sweptJob(radii[i]), {}, {});
    EXPECT_EQ(points[i].r1, radii[i]);
    EXPECT_EQ(points[i].frame->hash, alone->hash);
    const auto explained = explainCurve(*alone, {*device, {}, {}});
    EXPECT_EQ(points[i].explained, explained->figures.all);
    EXPECT_EQ(points[i].meanDistance, explained->figures.meanDistance);
    EXPECT_EQ(points[i].explained.points, cloud.size());
    ASSERT_TRUE(points[i].quality);
    EXPECT_GT(points[i].quality->score.fScore, 0);
  }
}

TEST(RadiusSweep, StopsWhenAsked) {
  const auto device = makeCpuDevice(1);
  std::stop_source stop;
  const std::vector<double> radii = radiusLadder(4, 16, 5);
  size_t made = 0;
  const auto afterTwo = [&](const auto& soFar) {
    made = soFar.size();
    if (made == 2) stop.request_stop();
  };
  EXPECT_THROW(radiusSweep({sweptCloud(2000), sweptJob(1), radii}, *device, stop.get_token(), afterTwo), Cancelled);
  EXPECT_EQ(made, 2u);
}

TEST(CurveExplanation, IsOfItsFrameAndOfNoOther) {
  const PointCloud cloud = sweptCloud(3000);
  const auto device = makeCpuDevice(2);
  const auto frame = runJobOn(*device, cloud, sweptJob(8.34), {}, {}), other = runJobOn(*device, cloud, sweptJob(12), {}, {});
  const auto found = explainCurve(*frame, {*device, {}, {}});
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(found->isOf(*frame));
  EXPECT_FALSE(found->isOf(*other));
  EXPECT_EQ(found->figures.reach, 2 * 8.34);
  EXPECT_EQ(found->distances.size(), cloud.size());
  uint64_t beyond = 0, inProfiles = 0;
  for (const float distance : found->distances) beyond += distance > float(found->figures.reach);
  EXPECT_EQ(found->figures.all.beyond, beyond);
  for (const PathProfile& path : found->paths)
    for (const ProfileBin& bin : path.bins) inProfiles += bin.points;
  EXPECT_EQ(inProfiles, cloud.size() - beyond);
  EXPECT_EQ(explainCurve(*runJobOn(*device, cloud, sweptJob(8.34), {.untilStep = 0}, {}), {*device, {}, {}}) == nullptr,
            !runJobOn(*device, cloud, sweptJob(8.34), {.untilStep = 0}, {})->curveKnown);
}

}  // namespace
}  // namespace arete
