// Points in scattered order: what it depends on, and that a cloud sorted along its curve keeps its curve.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "compute/filter/apply.h"

namespace arete {
namespace {

constexpr uint32_t kScatteredPoints = 20'000;

std::vector<double> rowsOf(const PointCloud& cloud) {
  std::vector<double> rows;
  for (uint32_t i = 0; i < cloud.size(); ++i)
    for (int k = 0; k < cloud.dimension(); ++k) rows.push_back(cloud.points().coordinate(i, k) + cloud.origin()[size_t(k)]);
  return rows;
}

std::vector<double> someRows(int dimension) {
  std::mt19937_64 random(3);
  std::vector<double> rows(kScatteredPoints * size_t(dimension));
  for (double& x : rows) x = double(int64_t(random() % 2001) - 1000) / 16;  // many equal ones, and both zeros' neighbours
  return rows;
}

/// The rows in another order.
std::vector<double> shuffled(const std::vector<double>& rows, int dimension, uint64_t seed) {
  std::vector<size_t> order(rows.size() / size_t(dimension));
  std::iota(order.begin(), order.end(), size_t(0));
  std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
  std::vector<double> other;
  for (const size_t i : order) other.insert(other.end(), rows.begin() + ptrdiff_t(i) * dimension, rows.begin() + ptrdiff_t(i + 1) * dimension);
  return other;
}

Filter scatteredOrder() {
  Filter filter;
  filter.order = PointOrder::scattered;
  return filter;
}

TEST(Scatter, GivesTheSameCloudWhateverTheOrderOfTheFileAndTheNumberOfThreads) {
  for (const int dimension : {1, 2, 3, 5}) {
    const std::vector<double> rows = someRows(dimension);
    ThreadPool one(1), seven(7);
    const auto expected = rowsOf(filtered(PointCloud::recentred(rows, dimension), scatteredOrder(), one));
    for (const uint64_t seed : {1, 2}) {
      const PointCloud other = PointCloud::recentred(shuffled(rows, dimension, seed), dimension);
      EXPECT_EQ(rowsOf(filtered(other, scatteredOrder(), seven)), expected) << dimension;
    }
  }
}

TEST(Scatter, EveryAndThinTakeTheSamePointsToo) {
  const std::vector<double> rows = someRows(2);
  ThreadPool threads(3);
  Filter filter = scatteredOrder();
  filter.every = 7;
  const auto everySeventh = rowsOf(filtered(PointCloud::recentred(rows, 2), filter, threads));
  EXPECT_EQ(everySeventh.size() / 2, (kScatteredPoints + 6) / 7);
  EXPECT_EQ(everySeventh, rowsOf(filtered(PointCloud::recentred(shuffled(rows, 2, 5), 2), filter, threads)));
  filter.every = 1, filter.thin = 4;
  EXPECT_EQ(rowsOf(filtered(PointCloud::recentred(rows, 2), filter, threads)),
            rowsOf(filtered(PointCloud::recentred(shuffled(rows, 2, 5), 2), filter, threads)));
}

TEST(Scatter, TakesAttributesAlongAndKeepsEqualPointsInTheirOrder) {
  LargeVector<double> numbers(4);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  const PointCloud cloud = PointCloud::recentred(std::vector<double>{0, 1, 5, 5, -0.0, 1, 5, 5}, 2, {}, {{"number", numbers}});
  ThreadPool threads(2);
  const PointCloud mixed = filtered(cloud, scatteredOrder(), threads);
  const std::vector<double> got(mixed.attributes()[0].values.begin(), mixed.attributes()[0].values.end());
  EXPECT_TRUE(got == (std::vector<double>{0, 2, 1, 3}) || got == (std::vector<double>{1, 3, 0, 2}));
}

TEST(Scatter, IsToldAndNothingElseIsLeftOut) {
  EXPECT_EQ(describe(scatteredOrder()), "in scattered order");
  ThreadPool threads(2);
  const std::vector<double> rows = someRows(3);
  std::vector<double> before = rows, after = rowsOf(filtered(PointCloud::recentred(rows, 3), scatteredOrder(), threads));
  EXPECT_NE(before, after);
  std::ranges::sort(before), std::ranges::sort(after);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace arete
