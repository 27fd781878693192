#include "compute/network/look/unit_sphere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace arete {
namespace {

using std::numbers::pi;

double area(std::array<double, 3> from, std::array<double, 3> to) {
  Bounds bounds;
  for (size_t k = 0; k < 3; ++k) bounds.minimum[k] = from[k], bounds.maximum[k] = to[k];
  return SphereField(bounds).area();
}

TEST(UnitSphere, HasItsAreaWithinBoundsAroundAllOfIt) { EXPECT_NEAR(area({-1, -1, -1}, {1, 1, 1}), 4 * pi, 1e-3); }

TEST(UnitSphere, IsCutByBounds) {
  EXPECT_NEAR(area({-1, -1, 0}, {1, 1, 1}), 2 * pi, 0.001);
  EXPECT_NEAR(area({0, 0, -1}, {1, 1, 0}), pi / 2, 0.001);
  for (const double low : {0.2, 0.7, 0.999, 0.999999}) {  // a cap is as large as it is high
    const double wide = std::sqrt(1 - low * low);
    EXPECT_NEAR(area({-wide, -wide, low}, {wide, wide, 1}), 2 * pi * (1 - low), 0.01 * 2 * pi * (1 - low)) << low;
    EXPECT_NEAR(area({-wide, -1, -wide}, {wide, -low, wide}), 2 * pi * (1 - low), 0.01 * 2 * pi * (1 - low)) << low;
  }
}

TEST(UnitSphere, HasThinBandsAndSmallFields) {
  EXPECT_NEAR(area({-1, -1, -1e-4}, {1, 1, 1e-4}), 4e-4 * pi, 4e-6 * pi);
  const double field = 0.01;  // along two sides, around (1, 0, 0)
  EXPECT_NEAR(area({std::sqrt(1 - field * field / 2), -field / 2, -field / 2}, {1, field / 2, field / 2}), field * field, 0.01 * field * field);
}

TEST(UnitSphere, IsMissedByBoundsWithinItAndBesideIt) {
  EXPECT_EQ(area({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), 0);
  EXPECT_EQ(area({2, 0, 0}, {3, 1, 1}), 0);
}

TEST(UnitSphere, HasPlacesSpreadEvenlyOverAField) {
  Bounds bounds;
  bounds.minimum = {0, -1, -1}, bounds.maximum = {1, 1, 1};  // half of it
  const SphereField field(bounds);
  constexpr int kAlong = 20;
  int above = 0, beside = 0, all = 0;
  for (int i = 0; i < kAlong; ++i)
    for (int j = 0; j < kAlong; ++j)
      for (int k = 0; k < kAlong; ++k) {
        const auto [x, y, z] =
            field.place((i * kAlong * kAlong + j * kAlong + k + 0.5) / (kAlong * kAlong * kAlong), (j + 0.5) / kAlong, (k + 0.5) / kAlong);
        EXPECT_NEAR(x * x + y * y + z * z, 1, 1e-12);
        EXPECT_GT(x, -0.02);
        ++all, above += z > 0.5, beside += x < 0.3;
      }
  EXPECT_NEAR(double(above) / all, 0.25, 0.01);
  EXPECT_NEAR(double(beside) / all, 0.3, 0.01);
}

}  // namespace
}  // namespace arete
