// What a filter is chosen by: counts of classes and histograms.
#include "compute/filter/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace arete {
namespace {

TEST(FilterStatistics, CountClassesAndSpreadValuesOverBinsWhateverTheThreads) {
  constexpr size_t kPoints = 200'000;
  std::vector<double> rows;
  LargeVector<double> classes, values, same(kPoints, 7);
  for (size_t i = 0; i < kPoints; ++i) {
    rows.insert(rows.end(), {double(i % 100), double(i % 7), double(i % 960) / 10});
    classes.push_back(double(i % 3 == 0 ? 2 : 14));
    values.push_back(i % 5 == 0 ? NAN : double(i % 2));
  }
  const PointCloud cloud = PointCloud::recentred(rows, 3, {}, {{"classification", classes}, {"flag", values}, {"same", same}});
  ThreadPool one(1), seven(7);
  const FilterStatistics statistics = statisticsOf(cloud, one), others = statisticsOf(cloud, seven);
  EXPECT_EQ(statistics.classes, others.classes);
  EXPECT_EQ(statistics.columns, others.columns);
  EXPECT_EQ(statistics.classes[2], (kPoints + 2) / 3);
  EXPECT_EQ(statistics.classes[14], kPoints - (kPoints + 2) / 3);
  ASSERT_EQ(statistics.columns.size(), 2u);  // a column of one value is nothing to choose from
  EXPECT_EQ(statistics.columns[0].column, "z");
  EXPECT_EQ(statistics.columns[0].low, 0);
  EXPECT_FLOAT_EQ(float(statistics.columns[0].high), 95.9f);
  EXPECT_EQ(statistics.columns[1].column, "flag");
  const auto& bins = statistics.columns[1].bins;
  EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), uint64_t(0)), kPoints / 5 * 4);  // those without a value are in none
  EXPECT_EQ(bins.front(), kPoints / 5 * 2);
  EXPECT_EQ(bins.back(), kPoints / 5 * 2);
}

TEST(FilterStatistics, AreEmptyForACloudWithoutColumns) {
  ThreadPool threads(1);
  const FilterStatistics statistics = statisticsOf(PointCloud::recentred(std::vector<double>{0, 0, 1, 1}, 2), threads);
  EXPECT_TRUE(statistics.classes.empty() && statistics.columns.empty());
}

}  // namespace
}  // namespace arete
