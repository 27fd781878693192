// Which clouds get coasts, and where in their coordinates these are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/offscreen/coasts_around.h"
#include "compute/crs/about_crs.h"
#include "compute/crs/transformation.h"

namespace arete {
namespace {

PointCloud boxOf(double left, double bottom, double right, double top) {
  return PointCloud::recentred(std::vector<double>{left, bottom, right, top, (left + right) / 2, (bottom + top) / 2}, 2);
}

const PointCloud& world() {
  static const PointCloud cloud = boxOf(-180, -80, 180, 80);
  return cloud;
}

TEST(CoastsAround, AreThereWhereCoordinatesAreDegreesBySystemOrByName) {
  const auto bySystem = coastsAround(world(), kWgs84, false), byName = coastsAround(world(), {}, true);
  ASSERT_TRUE(bySystem && byName);
  EXPECT_EQ(bySystem->size(), worldCoasts().size());
  EXPECT_EQ(byName->size(), worldCoasts().size());
  EXPECT_EQ(coastsAround(world(), {}, false), nullptr);
  EXPECT_EQ(coastsAround({}, kWgs84, false), nullptr);
}

TEST(CoastsAround, AreNotThereForATownWhichTheyWouldMisplace) {
  EXPECT_EQ(coastsAround(boxOf(-87.7, 41.8, -87.5, 42), kWgs84, false), nullptr);
  EXPECT_TRUE(coastsAround(boxOf(-87.7, 41.8, -80, 46), kWgs84, false));
}

TEST(CoastsAround, GoRoundWithLongitudesThatCountTo360) {
  const auto coasts = coastsAround(boxOf(0, -80, 360, 80), kWgs84, false);
  ASSERT_TRUE(coasts);
  const auto near = [&](double x, double y) {
    return std::ranges::any_of(*coasts, [&](const CoastPiece& piece) { return glm::distance(piece.a, {x, y}) < 1.5; });
  };
  EXPECT_TRUE(near(-9.5, 38.7) && near(350.5, 38.7));
}

TEST(CoastsAround, AreBroughtToTheSystemOfAMap) {
  if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  const Crs europe{"EPSG:3035"};
  const auto coasts = coastsAround(boxOf(2.5e6, 1.4e6, 6e6, 5.4e6), europe, false);
  ASSERT_TRUE(coasts);
  EXPECT_LT(coasts->size(), worldCoasts().size() / 2);
  double lisbon[] = {-9.5, 38.7};
  CrsTransformation(kWgs84, europe, "test", "").apply(lisbon, 2);
  double nearest = INFINITY, longest = 0;
  for (const CoastPiece& piece : *coasts) {
    nearest = std::min(nearest, glm::distance(piece.a, {lisbon[0], lisbon[1]}));
    longest = std::max(longest, glm::distance(piece.a, piece.b));
  }
  EXPECT_LT(nearest, 100'000);
  EXPECT_LT(longest, 2e6);
  EXPECT_EQ(coastsAround(boxOf(4e6, 3e6, 4.01e6, 3.01e6), europe, false), nullptr);
}

}  // namespace
}  // namespace arete
