// Points near a piece of curve, beside a loop over all its edges.
#include "compute/filter/tube_test.h"

#include <gtest/gtest.h>

#include <random>

#include "compute/core/segment_distance.h"
#include "compute/filter/apply.h"
#include "compute/filter/points_around.h"

namespace arete {
namespace {

FilterTube randomTube(int dimension, uint32_t corners, double reach, std::mt19937_64& random) {
  FilterTube tube{dimension, {}, {}, reach};
  for (uint32_t i = 0; i < corners * uint32_t(dimension); ++i) tube.corners.push_back(double(random() % 20'000) / 1000 - 10);
  for (uint32_t i = 1; i < corners; i += 1 + i % 3) tube.edges.push_back({i - 1, i});  // some corners stay alone
  return tube;
}

bool byHand(const FilterTube& tube, const double* point) {
  const auto d = size_t(tube.dimension);
  const auto near = [&](uint32_t a, uint32_t b) {
    return shared::squaredDistanceToSegment(point, tube.corners.data() + a * d, tube.corners.data() + b * d, tube.dimension) <=
           tube.reach * tube.reach;
  };
  std::vector<bool> joined(tube.corners.size() / d);
  for (const auto& [a, b] : tube.edges) {
    joined[a] = joined[b] = true;
    if (near(a, b)) return true;
  }
  for (uint32_t i = 0; i < joined.size(); ++i)
    if (!joined[i] && near(i, i)) return true;
  return false;
}

TEST(TubeTest, HoldsWhatIsNearAnyEdgeInEveryDimension) {
  std::mt19937_64 random(11);
  for (const int dimension : {1, 2, 3, 5})
    for (const double reach : {0.05, 1.0, 6.0}) {
      const FilterTube tube = randomTube(dimension, 40, reach, random);
      const TubeTest test(tube);
      size_t inside = 0;
      for (int i = 0; i < 4000; ++i) {
        std::vector<double> point;
        for (int k = 0; k < dimension; ++k) point.push_back(double(random() % 30'000) / 1000 - 15);
        const bool truth = byHand(tube, point.data());
        ASSERT_EQ(test.holds(point.data()), truth) << dimension << ' ' << reach;
        inside += truth;
      }
      EXPECT_TRUE(inside > 0 || (dimension > 2 && reach < 2)) << dimension << ' ' << reach;
    }
}

TEST(TubeTest, AFilterLeavesOutWhatATubeHolds) {
  const std::vector<double> rows = {0, 0, 5, 0.4, 5, 0.6, 11, 0, 10.4, 0};
  const PointCloud cloud(PointArray::fromRows(rows, 2));
  Filter filter;
  filter.tubes.push_back({2, {0, 0, 10, 0}, {{0, 1}}, 0.5});
  ThreadPool threads(2);
  EXPECT_EQ(takenPoints(cloud, filter, threads), (PointList{2, 3}));
  EXPECT_EQ(describe(filter), "without 1 component marked as noise");
}

TEST(TubeTest, CountsThePointsAroundAPieceOfCurveAndTheirWidthOnAnyNumberOfThreads) {
  std::vector<double> rows;
  for (int i = 0; i < 100'000; ++i) rows.insert(rows.end(), {i * 1e-4, i % 2 == 0 ? 0.3 : -0.3});
  rows.insert(rows.end(), {5, 0.7, 20, 0});
  const PointCloud cloud(PointArray::fromRows(rows, 2));
  const FilterTube tube{2, {0, 0, 10, 0}, {{0, 1}}, 0.5};
  for (const int number : {1, 3}) {
    ThreadPool threads(number);
    const PointsAround around = pointsAround(cloud, tube, threads);
    EXPECT_EQ(around.points, 100'000u);
    EXPECT_NEAR(around.width, 0.3, 1e-12);
  }
  ThreadPool threads(1);
  EXPECT_EQ(pointsAround(cloud, {2, {50, 50}, {}, 1}, threads).width, 0);
}

}  // namespace
}  // namespace arete
