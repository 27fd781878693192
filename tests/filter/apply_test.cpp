// Filters applied to clouds, each rule beside a loop that says the same.
#include "compute/filter/apply.h"
#include "tests/support/mask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>

#include "compute/core/error.h"
#include "compute/filter/columns.h"

namespace arete {
namespace {

constexpr size_t kFilteredPoints = 200'000;  // several blocks and ranges

PointCloud randomCloud(int dimension, double far = 0) {
  std::mt19937_64 random(7);
  std::vector<double> rows(kFilteredPoints * size_t(dimension));
  LargeVector<double> classes(kFilteredPoints), values(kFilteredPoints);
  for (double& x : rows) x = far + double(random() % 100'000) / 1000 - 50;
  for (double& each : classes) each = double(random() % 20);
  for (double& each : values) each = double(random() % 1000) / 10;
  return PointCloud::recentred(rows, dimension, {}, {{"class", classes}, {"value", values}});
}

/// In file coordinates.
std::vector<double> pointOf(const PointCloud& cloud, size_t i) {
  std::vector<double> point;
  for (int k = 0; k < cloud.dimension(); ++k) point.push_back(cloud.points().coordinate(i, k) + cloud.origin()[size_t(k)]);
  return point;
}

using Truth = std::function<bool(size_t point)>;

void expectKept(const PointCloud& cloud, const Filter& filter, const Truth& truth) {
  ThreadPool one(1), seven(7);
  const PointList taken = takenPoints(cloud, filter, one);
  EXPECT_EQ(taken, takenPoints(cloud, filter, seven));
  const std::vector<uint8_t> kept = test::maskOf(taken, cloud.size());
  size_t differ = 0, count = 0;
  for (size_t i = 0; i < kept.size(); ++i) differ += (kept[i] != 0) != truth(i), count += kept[i];
  EXPECT_EQ(differ, 0u) << describe(filter);
  EXPECT_GT(count, 0u) << describe(filter);
  EXPECT_LT(count, kept.size()) << describe(filter);
}

TEST(Filter, KeepsClassesRangesAndBoxes) {
  for (const double far : {0.0, 5e5}) {
    const PointCloud cloud = randomCloud(3, far);
    const auto classes = cloud.attributes()[0].values, values = cloud.attributes()[1].values;
    Filter filter;
    filter.classes = std::vector<int>{2, 14};
    expectKept(cloud, filter, [&](size_t i) { return classes[i] == 2 || classes[i] == 14; });
    filter.ranges = {{.column = "value", .low = 10}, {.column = "z", .high = far + 1}};
    expectKept(cloud, filter, [&](size_t i) { return (classes[i] == 2 || classes[i] == 14) && values[i] >= 10 && pointOf(cloud, i)[2] <= far + 1; });
    filter = {};
    filter.box = FilterBox{{far, far - 10}, {far + 30, far + 10}};
    expectKept(cloud, filter, [&](size_t i) {
      const auto p = pointOf(cloud, i);
      return p[0] >= far && p[0] <= far + 30 && p[1] >= far - 10 && p[1] <= far + 10;
    });
  }
}

TEST(Filter, KeepsWhatLiesOverPolygonsAndNotInTheirHoles) {
  const PointCloud cloud = randomCloud(3);
  Filter filter;
  filter.regions = {{.polygons = {{{{{-40, -40}, {40, -40}, {40, 40}, {-40, 40}}, {{-10.0005, -10.0005}, {10, -10.0005}, {10, 10}, {-10.0005, 10}}}}},
                     .source = "square with a hole"}};
  const auto within = [&](size_t i, double low, double high) {
    const auto p = pointOf(cloud, i);
    return p[0] >= low && p[0] < high && p[1] >= low && p[1] < high;
  };
  expectKept(cloud, filter, [&](size_t i) { return within(i, -40, 40) && !within(i, -10.0005, 10); });
  filter.regions[0].keep = false;
  expectKept(cloud, filter, [&](size_t i) { return !(within(i, -40, 40) && !within(i, -10.0005, 10)); });
}

TEST(Filter, SeesRegionsThroughTheirProjection) {
  const PointCloud cloud = randomCloud(3);
  Filter filter;  // u = x / (z + 60), v = y / (z + 60): an eye 60 below
  filter.regions = {{.polygons = {{{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}}}},
                     .projection = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 20},
                     .source = "lasso"}};
  expectKept(cloud, filter, [&](size_t i) {
    const auto p = pointOf(cloud, i);
    const double w = p[2] + 20, u = p[0] / w, v = p[1] / w;
    return w > 0 && u >= -0.5 && u < 0.5 && v >= -0.5 && v < 0.5;
  });
}

TEST(Filter, KeepsTheFirstOfEveryFewPointsThatOtherRulesLeave) {
  const PointCloud cloud = randomCloud(2);
  Filter filter;
  filter.classes = std::vector<int>{3};
  filter.every = 7;
  std::vector<uint8_t> truth(cloud.size());
  for (size_t i = 0, seen = 0; i < truth.size(); ++i)
    if (cloud.attributes()[0].values[i] == 3) truth[i] = seen++ % 7 == 0;
  expectKept(cloud, filter, [&](size_t i) { return truth[i] != 0; });
}

TEST(Filter, ThinsToTheFirstPointOfEachCellWhateverTheThreads) {
  for (const double far : {0.0, 5e5})
    for (const int dimension : {2, 3}) {
      const PointCloud cloud = randomCloud(dimension, far);
      Filter filter;
      filter.thin = 2.5;
      std::map<std::vector<double>, size_t> first;
      for (size_t i = 0; i < cloud.size(); ++i) {
        std::vector<double> cell = pointOf(cloud, i);
        for (double& x : cell) x = std::floor(x / 2.5);
        first.try_emplace(cell, i);
      }
      std::vector<uint8_t> truth(cloud.size());
      for (const auto& [cell, i] : first) truth[i] = 1;
      expectKept(cloud, filter, [&](size_t i) { return truth[i] != 0; });
    }
}

TEST(Filter, LeavesPointsAndAttributesAsTheyWere) {
  const PointCloud cloud = randomCloud(3, 5e5);
  ThreadPool threads(3);
  Filter filter;
  filter.where = "value < 30";
  const PointCloud part = filtered(cloud, filter, threads);
  ASSERT_GT(part.size(), 0u);
  EXPECT_EQ(part.origin(), cloud.origin());
  EXPECT_EQ(part.scalar(), cloud.scalar());
  ASSERT_EQ(part.attributes().size(), 2u);
  for (size_t i = 0, at = 0; i < cloud.size(); ++i) {
    if (cloud.attributes()[1].values[i] >= 30) continue;
    for (int k = 0; k < 3; ++k) ASSERT_EQ(part.points().coordinate(at, k), cloud.points().coordinate(i, k));
    ASSERT_EQ(part.attributes()[0].values[at], cloud.attributes()[0].values[i]);
    if (++at == part.size()) break;
  }
  EXPECT_EQ(filtered(cloud, {}, threads).sharedPoints(), cloud.sharedPoints());
}

TEST(Filter, WhatAHandChangesAgainAndAgainIsFoundAsIfItWereNew) {
  std::mt19937_64 random(3);
  const PointCloud clouds[] = {randomCloud(3), randomCloud(3, 5e5)};
  for (const int count : {1, 3}) {
    ThreadPool threads(count);
    RuleMemory memory;
    Filter filter;
    size_t differ = 0;
    for (int step = 0; step < 60; ++step) {
      const PointCloud& cloud = clouds[step / 20 % 2];
      const double far = cloud.origin()[0], number = double(random() % 60);
      switch (random() % 7) {
        case 0: filter.classes = std::vector<int>{int(random() % 20), 3}; break;
        case 1: filter.where = "value < " + std::to_string(number); break;
        case 2: filter.ranges = {{.column = "value", .low = number / 2}, {.column = "z", .low = far - 40}}; break;
        case 3: filter.box = FilterBox{{far - number}, {far + 30}}; break;
        case 4: filter = {}; break;
        default: break;  // the same once more, and what was the last to change
      }
      if (random() % 2 && !filter.ranges.empty()) filter.ranges.back().high = far + number;
      differ += takenPoints(cloud, filter, threads, {}, &memory) != takenPoints(cloud, filter, threads);
    }
    EXPECT_EQ(differ, 0u);
  }
}

TEST(Filter, WhatIsCancelledOrRefusedIsNotRemembered) {
  const PointCloud cloud = randomCloud(3);
  ThreadPool threads(2);
  RuleMemory memory;
  Filter filter;
  filter.classes = std::vector<int>{3};
  takenPoints(cloud, filter, threads, {}, &memory);
  filter.where = "value < 20";
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(takenPoints(cloud, filter, threads, stop.get_token(), &memory), Cancelled);
  Filter wrong = filter;
  wrong.where = "colour < 20";
  EXPECT_THROW(takenPoints(cloud, wrong, threads, {}, &memory), Error);
  for (const char* where : {"value < 20", "value < 30", "value < 40"}) {
    filter.where = where;
    EXPECT_EQ(takenPoints(cloud, filter, threads, {}, &memory), takenPoints(cloud, filter, threads));
  }
}

TEST(Filter, PointsThatAreGatheredLaterAreTheSame) {
  const PointCloud cloud = randomCloud(3, 5e5);
  Filter filter;
  filter.where = "value < 30";
  for (const int count : {1, 4}) {
    ThreadPool threads(count);
    const auto taken = std::make_shared<const PointList>(takenPoints(cloud, filter, threads));
    const PointCloud now = pointsOf(cloud, *taken, threads), later = pointsLater(cloud, taken, threads);
    EXPECT_EQ(later.size(), now.size());
    EXPECT_EQ(later.bounds().minimum, now.bounds().minimum);
    EXPECT_EQ(later.bounds().maximum, now.bounds().maximum);
    EXPECT_EQ(later.origin(), now.origin());
    EXPECT_EQ(later.distancesInRange(), now.distancesInRange());
    EXPECT_EQ(later.points(), now.points());
  }
}

TEST(Filter, SaysWhichRuleDoesNotFitTheCloud) {
  ThreadPool threads(1);
  const PointCloud cloud = PointCloud::recentred(std::vector<double>{0, 0, 1, 1}, 2);
  const auto refusal = [&](const Filter& filter) -> std::string {
    try {
      takenPoints(cloud, filter, threads);
      return "taken";
    } catch (const Error& error) {
      EXPECT_FALSE(error.where().empty() || error.hint().empty());
      return error.where() + ": " + error.reason();
    }
  };
  Filter classes, box, range, region;
  classes.classes = std::vector<int>{2};
  box.box = FilterBox{{0, 0, 0}, {1, 1, 1}};
  range.ranges = {{.column = "height"}};
  region.regions = {{.polygons = {{{{{0, 0}, {1, 0}, {1, 1}}}}}, .projection = {1, 0, 0}, .source = "lasso"}};
  EXPECT_EQ(refusal(classes), "--class: the cloud has no class column");
  EXPECT_EQ(refusal(box), "--box: it has 3 axes and the cloud 2");
  EXPECT_EQ(refusal(range), "the range of 'height': the cloud has no attribute of this name");
  EXPECT_EQ(refusal(region), "lasso: this area is not of a cloud of 2 coordinates");
}

TEST(Filter, IsToldInWords) {
  Filter filter;
  EXPECT_EQ(describe(filter), "");
  filter.where = "z > 2";
  filter.classes = std::vector<int>{2, 70};
  filter.ranges = {{.column = "z", .low = 1, .high = 4.5}, {.column = "intensity", .high = 9}};
  filter.box = FilterBox{{0, 1}, {2, 3}};
  filter.every = 3;
  filter.thin = 0.5;
  EXPECT_EQ(describe(filter),
            "where z > 2; class ground (2), class 70; z from 1 to 4.5; intensity up to 9; box 0,1 to 2,3; every 3; one point in 0.5");
}

TEST(Classes, AreCountedAndCalledByTheirNames) {
  const PointCloud cloud = PointCloud::recentred(std::vector<double>{0, 0, 1, 1, 2, 2}, 2, {}, {{"Classification", {14, 2, 14}}});
  const std::vector<uint64_t> counts = classCounts(cloud);
  EXPECT_EQ(counts[14], 2u);
  EXPECT_EQ(counts[2], 1u);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), uint64_t(0)), 3u);
}

}  // namespace
}  // namespace arete
