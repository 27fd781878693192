// A sweep gives what single detections give, and a frame's explanation is that of its curve.
#include "compute/engine/radius_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compute/core/error.h"
#include "compute/engine/curve_explanation.h"
#include "compute/engine/run_job.h"
#include "tests/support/network_job.h"
#include "tests/support/spiral.h"

namespace arete {
namespace {

PointCloud sweptCloud(uint32_t points) { return test::spiralCloud({.points = points}); }

Job sweptJob(double r1) {
  Job job;
  job.params.set(kR1Param, r1);
  return job;
}

TEST(RadiusLadder, OfChainsGoesInEvenRatiosFromAQuarterOfR1ToFourTimesIt) {
  const std::vector<double> radii = radiiToSweep(sweptCloud(100), sweptJob(8.34));
  ASSERT_EQ(radii.size(), 17u);
  EXPECT_EQ(radii.front(), 8.34 / 4);
  EXPECT_EQ(radii.back(), 8.34 * 4);
  EXPECT_DOUBLE_EQ(radii[8], 8.34);
  for (size_t i = 1; i < radii.size(); ++i) EXPECT_NEAR(radii[i] / radii[i - 1], std::pow(2, 0.25), 1e-9);
  EXPECT_EQ(radiusLadder(2, 2, 3), (std::vector<double>{2, 2, 2}));
  EXPECT_DOUBLE_EQ(radiusLadder(1, 9, 1).front(), 3);
}

/// Three arms 90 long with noise of 1: R1 is 2 to 4.
PointCloud sweptNetwork() { return test::cloudOf(test::noisySegments(test::kY, 2, 40, 1, 17), 2); }

TEST(RadiusLadder, OfANetworkSpansTheWholeCloudThroughR1HoweverWrongThatIs) {
  const PointCloud cloud = sweptNetwork();
  const double diagonal = cloud.bounds().diagonal(2);
  for (const double r1 : {0.1, 3.0, 40.0}) {
    const std::vector<double> radii = radiiToSweep(cloud, test::networkJob(r1));
    EXPECT_TRUE(std::ranges::count(radii, r1) == 1 && std::ranges::is_sorted(radii)) << r1;
    EXPECT_LE(radii.size(), 24u);
    EXPECT_LT(radii.front(), 1) << r1;
    EXPECT_GT(radii.back(), diagonal / 12) << r1;
    EXPECT_LT(radii.back(), std::max(diagonal / 4, 1.5 * r1)) << r1;
    EXPECT_TRUE(std::ranges::any_of(radii, [](double each) { return each > 2 && each < 4; })) << r1;
    for (size_t i = 1; i < radii.size(); ++i) EXPECT_NEAR(radii[i] / radii[i - 1], std::sqrt(2), 0.1) << r1;
  }
}

TEST(RadiusLadder, KeepsTheEndsAndTheNumberOfStepsThatAreGiven) {
  const PointCloud cloud = sweptNetwork();
  EXPECT_EQ(radiiToSweep(cloud, test::networkJob(0), {.from = 2, .to = 8, .steps = 3}), (std::vector<double>{2, 4, 8}));
  const std::vector<double> from = radiiToSweep(cloud, test::networkJob(3), {.from = 2}), to = radiiToSweep(cloud, test::networkJob(3), {.to = 2});
  EXPECT_EQ(from.front(), 2);
  EXPECT_GT(from.back(), 3);
  EXPECT_EQ(to.back(), 2);
  const std::vector<double> five = radiiToSweep(cloud, test::networkJob(3), {.steps = 5});
  EXPECT_EQ(five.size(), 5u);
  EXPECT_EQ(std::ranges::count(five, 3), 1);
  EXPECT_EQ(radiiToSweep(cloud, test::networkJob(3), {.steps = 1}), std::vector<double>{3});
  EXPECT_EQ(radiiToSweep(cloud, sweptJob(4), {.to = 64, .steps = 3}), (std::vector<double>{1, 8, 64}));
}

TEST(RadiusSweep, LeavesOutRadiiAtWhichNothingCanBeDetectedAndSaysWhy) {
  const PointCloud cloud = sweptNetwork();
  const auto device = makeCpuDevice(2);
  const Job job = test::networkJob();
  std::vector<double> radii{1e-12, 4};
  std::vector<std::pair<double, std::string>> leftOut;
  const auto say = [&](double r1, const Error& reason) { leftOut.emplace_back(r1, reason.what()); };
  const auto points = radiusSweep({cloud, job, radii, nullptr, say}, *device);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].r1, 4);
  ASSERT_EQ(leftOut.size(), 1u);
  EXPECT_EQ(leftOut[0].first, 1e-12);
  EXPECT_NE(leftOut[0].second.find("cells"), std::string::npos) << leftOut[0].second;
  EXPECT_THROW(radiusSweep({cloud, job, radii}, *device), Error);
  radii = {1e-12, 2e-12};
  EXPECT_THROW(radiusSweep({cloud, job, radii, nullptr, say}, *device), Error);
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

TEST(RadiusSweep, SaysOverWhichRadiiTheCurveKeepsItsTopology) {
  const auto device = makeCpuDevice(2);
  const PointCloud cloud = sweptNetwork();
  const auto points = radiusSweep({cloud, test::networkJob(), radiiToSweep(cloud, test::networkJob(4))}, *device);
  const auto at = std::ranges::find(points, 4, &SweepPoint::r1);
  ASSERT_NE(at, points.end());
  EXPECT_EQ(at->frame->curve.junctions, 1u);
  EXPECT_LT(at->steady.from, 3.1);
  EXPECT_GT(at->steady.to, 5);
  for (const SweepPoint& each : points) {
    EXPECT_TRUE(each.steady.from <= each.r1 && each.r1 <= each.steady.to);
    const bool isInside = at->steady.from <= each.r1 && each.r1 <= at->steady.to;
    if (isInside) EXPECT_TRUE(areAlike(at->frame->curve, each.frame->curve)) << each.r1;
  }
  const std::string text = steadyText(points, 4);
  EXPECT_TRUE(text.starts_with("From R1 ")) << text;
  EXPECT_EQ(steadyText(points, 4.5), "");
}

TEST(RadiusSweep, CountsAreAlikeWithinATenthAndFewOnlyWhereTheyAreEqual) {
  const auto curve = [](uint32_t junctions) {
    Curve made;
    made.junctions = junctions;
    return made;
  };
  EXPECT_TRUE(areAlike(curve(20), curve(22)));
  EXPECT_FALSE(areAlike(curve(20), curve(23)));
  EXPECT_FALSE(areAlike(curve(9), curve(10)));
  EXPECT_TRUE(areAlike(curve(0), curve(0)));
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
