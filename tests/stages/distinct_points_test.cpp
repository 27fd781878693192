// Which points of a cloud are different, beside a set of them.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "compute/core/error.h"
#include "compute/network/super_points/distinct_points.h"

namespace arete {
namespace {

/// Points of a lattice so coarse that most are there many times.
PointArray repeatedPoints(uint32_t count, int dimension, uint32_t places, Scalar scalar, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<double> rows;
  for (size_t i = 0; i < size_t(count) * size_t(dimension); ++i) rows.push_back(double(random() % places) / 8 - 1);
  return PointArray::fromRows(rows, dimension).withScalar(scalar);
}

std::vector<double> rowOf(const PointArray& points, uint32_t i) {
  std::vector<double> row;
  for (int k = 0; k < points.dimension(); ++k) row.push_back(points.coordinate(i, k));
  return row;
}

/// The first of each place, in the order of the cloud.
PointArray firstOfEach(const PointArray& points) {
  std::map<std::vector<double>, uint32_t> seen;
  std::vector<uint32_t> firsts;
  for (uint32_t i = 0; i < points.size(); ++i)
    if (seen.emplace(rowOf(points, i), i).second) firsts.push_back(i);
  return points.subset(firsts);
}

TEST(DistinctPoints, AreTheFirstOfEachPlaceOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 7})
    for (const int dimension : {1, 2, 3, 8})
      for (const uint32_t places : {1u, 3u, 300u})
        for (const Scalar scalar : {Scalar::float32, Scalar::float64})
          for (const Layout layout : {Layout::row, Layout::column}) {
            const auto device = makeCpuDevice(threads);
            const PointCloud cloud(repeatedPoints(40'000, dimension, places, scalar, 7).withLayout(layout), {}, {});
            const PointCloud distinct = distinctPoints(cloud, {*device, {}, {}});
            EXPECT_EQ(distinct.points(), firstOfEach(cloud.points())) << dimension << "D, " << places << " places, " << threads << " threads";
            EXPECT_EQ(distinct.bounds().maximum, cloud.bounds().maximum);
          }
}

TEST(DistinctPoints, OfDifferentPointsAreTheCloudItself) {
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  std::vector<double> rows;
  for (int i = 0; i < 50'000; ++i) rows.insert(rows.end(), {double(i % 250), double(i / 250)});
  const PointCloud cloud(PointArray::fromRows(rows, 2));
  EXPECT_EQ(distinctPoints(cloud, context).sharedPoints(), cloud.sharedPoints());
  EXPECT_TRUE(distinctPoints(PointCloud(), context).empty());
}

TEST(DistinctPoints, AreLookedForOnceAndKeptByCopiesOfTheCloud) {
  const auto device = makeCpuDevice(1);
  const StageContext context{*device, {}, {}};
  const PointCloud cloud(repeatedPoints(1000, 2, 3, Scalar::float32, 1)), copy = cloud;
  EXPECT_EQ(distinctPoints(copy, context).sharedPoints(), distinctPoints(cloud, context).sharedPoints());
  EXPECT_EQ(distinctPoints(cloud.withLayout(Layout::column), context).layout(), Layout::column);
}

TEST(DistinctPoints, EndWhereTheyAreCancelled) {
  const auto device = makeCpuDevice(2);
  std::stop_source stop;
  stop.request_stop();
  const PointCloud cloud(repeatedPoints(100'000, 2, 3, Scalar::float32, 1));
  EXPECT_THROW(distinctPoints(cloud, {*device, stop.get_token(), {}}), Cancelled);
  EXPECT_EQ(distinctPoints(cloud, {*device, {}, {}}).size(), 9u);
}

}  // namespace
}  // namespace arete
