// Points far away from all others, and places that many points share.
#include "compute/core/strays.h"

#include <gtest/gtest.h>

#include "tests/support/zoo.h"

namespace arete {
namespace {

PointCloud cloudOf(std::vector<double> rows) { return PointCloud::recentred(rows, 2); }

std::vector<double> street(int points) {
  std::vector<double> rows;
  test::Random random(5);
  for (int i = 0; i < points; ++i) rows.insert(rows.end(), {151 + i * 1e-4, -33.9 + random.uniform(-1e-5, 1e-5)});
  return rows;
}

TEST(Strays, AFixAtZeroAndOneFarAwayAreFound) {
  std::vector<double> rows = street(300);
  rows.insert(rows.begin() + 40, {0, 0});
  rows.insert(rows.end(), {-1e9, 3});
  const Strays strays = straysOf(cloudOf(rows));
  EXPECT_EQ(strays.points, (std::vector<uint32_t>{20, 301}));
  EXPECT_LT(strays.rest.extent(0), 1);
}

TEST(Strays, ZeroIsAPlaceWhereOthersAre) {
  std::vector<double> rows;
  test::Random random(5);
  for (int i = 0; i < 200; ++i) rows.insert(rows.end(), {random.uniform(-3, 3), random.uniform(-3, 3)});
  rows.insert(rows.end(), {0, 0});
  EXPECT_TRUE(straysOf(cloudOf(rows)).points.empty());
}

TEST(Strays, ManyPointsElsewhereAreAPartOfTheCloud) {
  std::vector<double> rows = street(300);
  for (int i = 0; i < 30; ++i) rows.insert(rows.end(), {20 + i * 1e-4, 50});
  EXPECT_TRUE(straysOf(cloudOf(rows)).points.empty());
  EXPECT_TRUE(straysOf(cloudOf({1, 2, 3, 4, 1e9, 1e9})).points.empty()) << "three points tell nothing";
}

TEST(Strays, WhatFewPointsDecideStaysAsItIsWithoutThem) {
  const PointCloud cloud = cloudOf(street(300));
  const Strays strays = straysOf(cloud);
  EXPECT_TRUE(strays.points.empty());
  EXPECT_EQ(strays.rest.minimum, cloud.bounds().minimum);
  EXPECT_EQ(strays.rest.maximum, cloud.bounds().maximum);
}

TEST(CommonPlaces, HalfOfThePointsAtZeroIsOneAndAFewEqualOnesAreNot) {
  std::vector<double> rows = street(100);
  EXPECT_FALSE(commonPlace(cloudOf(rows)));
  for (int i = 0; i < 100; ++i) rows.insert(rows.end(), {0, 0});
  const auto place = commonPlace(cloudOf(rows));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->points, 100u);
  EXPECT_EQ(place->first, 100u);
}

}  // namespace
}  // namespace arete
