// Coordinates with few digits give the same local coordinates, type and origin again.
#include "compute/core/short_coordinate.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "tests/support/zoo.h"

namespace arete {
namespace {

/// Reads what short coordinates of all points are, and expects the same cloud.
void expectSameCloud(const PointCloud& cloud) {
  const Scalar scalar = shortIsReadAlike(cloud.points(), cloud.origin()) ? cloud.scalar() : Scalar::float64;
  std::vector<double> rows;
  for (uint32_t i = 0; i < cloud.size(); ++i)
    for (int k = 0; k < cloud.dimension(); ++k) rows.push_back(shortCoordinate(scalar, cloud.points().coordinate(i, k), cloud.origin()[size_t(k)]));
  const PointCloud again = PointCloud::recentred(rows, cloud.dimension());
  ASSERT_EQ(again.scalar(), cloud.scalar());
  EXPECT_EQ(again.origin(), cloud.origin());
  EXPECT_EQ(again.points(), cloud.points());
}

TEST(ShortCoordinate, AFloatHasItsOwnDigits) {
  EXPECT_EQ(shortCoordinate(Scalar::float32, double(-0.07f), 0), -0.07);
  EXPECT_EQ(shortCoordinate(Scalar::float64, -0.0700000003, 0), -0.0700000003);
  EXPECT_EQ(shortCoordinate(Scalar::float32, double(0.1f), 5e6), 5000000.1);
  EXPECT_EQ(shortCoordinate(Scalar::float32, double(12.345f), 432'100), 432112.345);
  EXPECT_TRUE(std::signbit(shortCoordinate(Scalar::float32, -0.0, 0)));
}

TEST(ShortCoordinate, LargeFloatsKeepTheirType) {  // 100000.01 would be read as a double: a float is 0.002 away
  EXPECT_EQ(shortCoordinate(Scalar::float32, 100000.0078125, 0), 100000.0078125);
  EXPECT_EQ(shortCoordinate(Scalar::float32, double(std::numeric_limits<float>::max()), 0), double(std::numeric_limits<float>::max()));
  const float tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(float(shortCoordinate(Scalar::float32, double(tiny), 0)), tiny);
}

TEST(ShortCoordinate, GivesEveryCloudOfTheZooAgain) {
  for (const test::ZooCloud& each : test::zoo())
    for (const double offset : {0.0, 7.5, -250.0, 9'999.0, 10'001.5, 432'100.0, 5e6, 1e9}) {
      SCOPED_TRACE(std::string(each.name) + " + " + std::to_string(offset));
      const PointArray points = test::moved(each.points, offset);
      expectSameCloud(PointCloud::recentred(points.elements<double>(), points.dimension()));
    }
}

TEST(ShortCoordinate, GivesCloudsOfEverySizeAgain) {
  for (int exponent = -30; exponent <= 12; ++exponent)
    for (const double offset : {0.0, 1.0, 432'100.5, -5'412'345.25}) {
      SCOPED_TRACE(std::to_string(exponent) + ", " + std::to_string(offset));
      const double size = std::pow(10.0, exponent);
      PointArray points = test::uniformBox(2'000, 3, size, uint64_t(exponent + 100));
      points = test::moved(std::move(points), offset);
      expectSameCloud(PointCloud::recentred(points.elements<double>(), 3));
    }
}

TEST(ShortCoordinate, IsNeverLongerThanTheExactOne) {
  test::Random random(9);
  for (int i = 0; i < 20'000; ++i) {
    const double origin = i % 2 ? std::round(random.uniform(-6e6, 6e6)) : 0, local = double(float(random.uniform(-500, 500)));
    const double written = shortCoordinate(Scalar::float32, local, origin);
    char a[32], b[32];
    EXPECT_LE(std::to_chars(a, a + 32, written).ptr - a, std::to_chars(b, b + 32, local + origin).ptr - b);
    EXPECT_EQ(float(written - origin), float(local));
  }
}

}  // namespace
}  // namespace arete
