// Which clouds are floats, doubles or refused because of what happens to the squares of their distances.
#include "compute/core/distance_range.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compute/core/distance.h"
#include "compute/core/error.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

using Rows = std::vector<double>;

Rows rowsOf(const PointArray& points, double factor = 1) {
  Rows rows;
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < points.dimension(); ++k) rows.push_back(points.coordinate(i, k) * factor);
  return rows;
}

Scalar scalarOf(const Rows& rows, int dimension) { return PointCloud::recentred(rows, dimension).scalar(); }

Error refusal(const Rows& rows, int dimension, std::optional<Scalar> scalar = {}) {
  try {
    PointCloud::recentred(rows, dimension, scalar);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "not refused";
  return {ErrorKind::internal, "", "", ""};
}

TEST(DistanceRange, TinyCloudsAreDoublesAndTheTiniestAreRefused) {
  const PointArray cloud = test::spiral(2000, 2, 1, 3);
  EXPECT_EQ(scalarOf(rowsOf(cloud), 2), Scalar::float32);
  EXPECT_EQ(scalarOf(rowsOf(cloud, 1e-7), 2), Scalar::float32);
  for (const double factor : {1e-12, 1e-21, 1e-30, 1e-45, 1e-100}) EXPECT_EQ(scalarOf(rowsOf(cloud, factor), 2), Scalar::float64) << factor;
  for (const double factor : {1e-160, 1e-200, 1e-300}) {
    const Error error = refusal(rowsOf(cloud, factor), 2);
    EXPECT_EQ(error.kind(), ErrorKind::badInput);
    EXPECT_NE(error.reason().find("a double cannot hold"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find("multiply"), std::string::npos) << error.what();
  }
  EXPECT_NE(refusal(rowsOf(cloud, 1e-21), 2, Scalar::float32).hint().find("--scalar double"), std::string::npos);
}

TEST(DistanceRange, CloudsWhoseSquaresOverflowFloatsAreDoublesAlsoWhereEveryCoordinateIsAFloat) {
  const Rows rows = rowsOf(test::lattice(10, 2), 0x1p70);
  EXPECT_EQ(scalarOf(rows, 2), Scalar::float64);
  const Error error = refusal(rows, 2, Scalar::float32);
  EXPECT_EQ(error.where(), "point 9");
  EXPECT_NE(error.reason().find("1.06e+22"), std::string::npos) << error.what();
  EXPECT_EQ(refusal(rowsOf(test::lattice(10, 2), 1e200), 2).kind(), ErrorKind::badInput);
}

TEST(DistanceRange, RefusesLargerCoordinatesThanAFileMayHaveAlsoWhereAllPointsShareThem) {
  const Rows rows = {1, -1e300, 2, -1e300, 3, -1e300};
  const Error error = refusal(rows, 2);
  EXPECT_EQ(error.kind(), ErrorKind::badInput);
  EXPECT_NE(error.reason().find("-1e+300 is too large"), std::string::npos) << error.what();
  EXPECT_NO_THROW(PointCloud::recentred(Rows{1, -1e149, 2, -1e149}, 2));
}

TEST(DistanceRange, NumbersThatStandForZeroKeepNoCloudFromBeingFloats) {
  Rows circle, turned, helix, tail;
  for (int i = 0; i < 4000; ++i) {
    const double t = i * std::acos(-1.0) / 2000;
    circle.insert(circle.end(), {std::cos(t), std::sin(t)});
    turned.insert(turned.end(), {std::cos(t), std::sin(t), 1e-17 * std::sin(7.0 * i)});  // a plane that was turned into place
    helix.insert(helix.end(), {std::cos(t * 500), std::sin(t * 500), 0.01 * t});         // quarter turns: 0 ± 1e-13
    tail.insert(tail.end(), {0.01 * i, std::exp(-0.0001 * i * i)});                      // down to 1e-308 and 0
  }
  EXPECT_EQ(scalarOf(circle, 2), Scalar::float32);
  EXPECT_EQ(scalarOf(turned, 3), Scalar::float32);
  EXPECT_EQ(scalarOf(helix, 3), Scalar::float32);
  EXPECT_EQ(scalarOf(tail, 2), Scalar::float32);
  EXPECT_EQ(PointCloud::recentred(tail, 2, Scalar::float64).scalar(), Scalar::float64);
}

TEST(DistanceRange, TwoPointsAreEnoughAndAreNamed) {
  Rows rows = rowsOf(test::spiral(1000, 3, 1, 4));
  for (const size_t k : {0u, 1u, 2u}) rows[3 * 20 + k] = 0, rows[3 * 900 + k] = 0;
  EXPECT_EQ(scalarOf(rows, 3), Scalar::float32) << "equal";
  rows[3 * 900 + 1] = 1e-21;
  EXPECT_EQ(scalarOf(rows, 3), Scalar::float64);
  EXPECT_EQ(refusal(rows, 3, Scalar::float32).where(), "points 20 and 900");
  rows[3 * 900 + 1] = 1e-200;
  EXPECT_EQ(refusal(rows, 3, Scalar::float64).where(), "points 20 and 900");
  rows[3 * 900 + 2] = 1e-3;
  EXPECT_EQ(PointCloud::recentred(rows, 3, Scalar::float64).scalar(), Scalar::float64) << "they are far apart along the other axis";
  rows[3 * 20 + 1] = 1.5e-200, rows[3 * 900 + 2] = 0;
  EXPECT_EQ(refusal(rows, 3, Scalar::float64).where(), "points 20 and 900") << "both are tiny";
}

TEST(DistanceRange, WhatUnderflowsButCannotBeSeenIsInRange) {
  EXPECT_EQ(scalarOf({0, 0x1p-62, 1}, 1), Scalar::float32) << "a normal square";
  EXPECT_EQ(scalarOf({0, 0x1p-70, 1}, 1), Scalar::float32) << "a square below the normal range that keeps all its digits";
  EXPECT_EQ(scalarOf({0, 0x1.234568p-70, 1}, 1), Scalar::float64);
  EXPECT_EQ(scalarOf({0, 0x1p-80, 1}, 1), Scalar::float64) << "a square below all floats";
  EXPECT_EQ(scalarOf({0, 0, 0x1.234568p-70, 0x1p-40, 1, 1}, 2), Scalar::float32) << "hidden by the other coordinate";
  EXPECT_EQ(scalarOf({0, 0, 0x1.234568p-64, 0x1.234568p-62, 1, 1}, 2), Scalar::float32) << "lost digits that the sum has no room for";
  EXPECT_EQ(scalarOf({0, 0, 0x1.400014p-64, 0x1.234568p-62, 1, 1}, 2), Scalar::float64) << "not hidden";
}

/// The promise: squared distances of what is in range are those of the cloud multiplied by a power of two, to the bit.
TEST(DistanceRange, CloudsInRangeHaveTheDistancesOfTheirMultiples) {
  test::Random random(11);
  int inRange = 0, out = 0;
  for (int round = 0; round < 4000; ++round) {
    const int d = 1 + int(random.below(5)), n = 20;
    Rows rows;
    for (int i = 0; i < n * d; ++i) {  // small, equal and ordinary coordinates mixed
      const double digits = random.below(3) == 0 ? 1 : 1 + random.uniform();
      const int exponent = random.below(3) == 0 ? 0 : -20 - int(random.below(60));
      rows.push_back(random.below(4) == 0 ? 0 : double(float(std::ldexp(digits, exponent))));
    }
    if (scalarOf(rows, d) == Scalar::float64) {
      ++out;
      continue;
    }
    ++inRange;
    const std::vector<float> floats(rows.begin(), rows.end());
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < a; ++b) {
        float up = 0;  // in floats that do not underflow: differences as they are, multiplied where squares would not overflow
        const float factor = 0x1p+60F, *x = &floats[size_t(a * d)], *y = &floats[size_t(b * d)];
        for (int k = 0; k < d; ++k) {
          const float difference = (x[k] - y[k]) * factor, square = difference * difference;
          up = k == 0 ? square : up + square;
        }
        ASSERT_EQ(std::ldexp(double(shared::squaredDistance(x, 1, y, 1, d)), 120), double(up)) << round << ", points " << a << " and " << b;
      }
  }
  EXPECT_GT(inRange, 300);
  EXPECT_GT(out, 300);
}

TEST(DistanceRange, CloudsMadeOfPointsKnowWhetherTheyAreInRange) {
  const PointArray cloud = test::spiral(500, 3, 1, 3);
  const auto inRange = [&](double factor, Scalar scalar, Layout layout = Layout::row) {
    return PointCloud(PointArray::fromRows(rowsOf(cloud, factor), 3).withScalar(scalar).withLayout(layout)).distancesInRange();
  };
  for (const Layout layout : {Layout::row, Layout::column}) {
    EXPECT_TRUE(inRange(1, Scalar::float32, layout));
    EXPECT_FALSE(inRange(1e-21, Scalar::float32, layout));
    EXPECT_FALSE(inRange(1e25, Scalar::float32, layout));
    EXPECT_TRUE(inRange(1e-21, Scalar::float64, layout));
    EXPECT_FALSE(inRange(1e-200, Scalar::float64, layout));
  }
}

TEST(PointCloud, SmallCloudsKeepTheirShape) {
  Rows rows = rowsOf(test::moved(test::spiral(500, 2, 1, 3), 30'000), 1e-5);  // 6e-4 wide, at 0.3
  EXPECT_EQ(scalarOf(rows, 2), Scalar::float64) << "floats lie 3e-8 apart there";
  for (double& x : rows) x = double(float(x));
  EXPECT_EQ(scalarOf(rows, 2), Scalar::float32) << "they are floats";
}

TEST(PointCloud, AStrayPointFarAwayTakesNoDigitsFromTheOthers) {
  const Rows rows{1.25, 2.5, 4, -1e30};
  const PointCloud cloud = PointCloud::recentred(rows, 1);
  EXPECT_EQ(cloud.origin()[0], 0);
  for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(cloud.points().coordinate(i, 0), rows[i]);
}

}  // namespace
}  // namespace arete
