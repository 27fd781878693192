// Fine curves beside wide ones in one map: R1 is read off the fine ones, and places of a wide one look across it.
#include <gtest/gtest.h>

#include <cmath>

#include "compute/engine/network_ground.h"
#include "compute/engine/run_job.h"
#include "compute/network/local_radius/curve_widths.h"
#include "compute/network/rules/network_params.h"
#include "tests/support/network_job.h"

namespace arete {
namespace {

using shared::Vector3;

/// A road of noise 15, and beside it four by four blocks of paths of noise 1.5, 40 apart.
std::vector<Vector3> roadAndPaths() {
  std::vector<Vector3> points = test::noisySegments({{{-1600, 0}, {1600, 0}}}, 2, 2.8, 15, 1);
  std::vector<test::Segment> paths = {{{0, 0}, {0, 100}}};
  for (int i = 0; i <= 4; ++i) {
    const double at = 40.0 * i;
    paths.push_back({{-80, 100 + at}, {80, 100 + at}});
    paths.push_back({{-80 + at, 100}, {-80 + at, 260}});
  }
  for (const Vector3& place : test::noisySegments(paths, 2, 2, 1.5, 2)) points.push_back(place);
  return points;
}

class TwoScales : public testing::Test {
 protected:
  StageContext context() { return {*device, {}, {}}; }

  std::unique_ptr<Device> device = makeCpuDevice(2);
  Job job = test::networkJob(0);
};

TEST_F(TwoScales, AreSeenAndBothFoundInOneNetwork) {
  const PointCloud cloud = test::cloudOf(roadAndPaths(), 2);
  const RadiusSuggestion found = suggestR1(cloud, job, context());
  ASSERT_TRUE(found.followWidths) << found.reason;
  EXPECT_LT(found.r1, 8) << "between paths that are 40 apart";
  takeSuggestion(found, job);
  const Curve both = runJobOn(*device, cloud, job, {}, {})->curve;
  EXPECT_EQ(both.components, 1u);
  EXPECT_EQ(both.loops, 16u) << "blocks";
  EXPECT_NEAR(both.length, 3200 + 100 + 10 * 160, 0.03 * both.length);
  job.params.reset(kFollowWidthsParam);
  const Curve fineOnly = runJobOn(*device, cloud, job, {}, {})->curve;
  EXPECT_GT(fineOnly.loops, 2 * both.loops) << "without widths the road is a mesh of short ways";
}

TEST_F(TwoScales, HaveTheSameBitsOnAnyNumberOfThreads) {
  const PointCloud cloud = test::cloudOf(roadAndPaths(), 2);
  takeSuggestion(suggestR1(cloud, job, context()), job);
  const std::string hash = runJobOn(*device, cloud, job, {}, {})->hash;
  for (const int threads : {1, 7}) EXPECT_EQ(runJobOn(*makeCpuDevice(threads), cloud, job, {}, {})->hash, hash) << threads << " threads";
}

TEST_F(TwoScales, AreNotSeenWhereOneIsAlone) {
  const auto road = test::noisySegments({{{-1600, 0}, {1600, 0}}, {{0, 0}, {0, 800}}}, 2, 2.8, 15, 1);
  EXPECT_FALSE(suggestR1(test::cloudOf(road, 2), job, context()).followWidths);
  const auto paths = test::noisySegments({{{-80, 0}, {80, 0}}, {{0, -80}, {0, 80}}}, 2, 2, 1.5, 2);
  EXPECT_FALSE(suggestR1(test::cloudOf(paths, 2), job, context()).followWidths);
}

TEST_F(TwoScales, APlaceLooksAcrossTheCurveThatIsMeasuredNearIt) {
  SuperPoints points{.dimension = 2};
  points.places = {{0, 0}, {50, 0}, {200, 0}, {1000, 0}, {0, 10}};
  points.weights.assign(points.places.size(), 1);
  CloudRadius seen{.widest = 20};
  seen.spreads = {{{10, 0}, 20}, {{205, 0}, 1}, {{1000, 0}, 21}};
  std::vector<double> radii = {5, 5, 5, 5, 0};
  const NetworkRules rules = networkRules(NetworkProfile::map, 2);
  lookAcrossCurves({points, 5, rules}, seen, radii, context());
  EXPECT_EQ(radii, (std::vector<double>{40, 40, 5, 5, 0}))
      << "near a wide curve twice; five from a spread of one, too far; beyond the widest; a stray";
}

}  // namespace
}  // namespace arete
