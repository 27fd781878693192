// The world's coasts: what of them there is, and that they lie below the points.
#include <algorithm>
#include <cmath>

#include "render/coasts.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

using CoastPicture = scenes::Picture;

double distanceTo(const CoastPiece& piece, const glm::dvec2& place) {
  const glm::dvec2 way = piece.b - piece.a;
  const double share = std::clamp(glm::dot(place - piece.a, way) / glm::dot(way, way), 0.0, 1.0);
  return glm::distance(place, piece.a + share * way);
}

double distanceToCoast(const glm::dvec2& place) {
  double least = INFINITY;
  for (const CoastPiece& piece : worldCoasts()) least = std::min(least, distanceTo(piece, place));
  return least;
}

TEST(Coasts, AreWhereLandMeetsSeaAndNotWhereTheMapIsCut) {
  EXPECT_GT(worldCoasts().size(), 4000u);
  for (const glm::dvec2 shore : {glm::dvec2(-9.5, 38.7), glm::dvec2(151.3, -33.9), glm::dvec2(-74, 40.6), glm::dvec2(140.8, 41)})  // Lisbon, Sydney …
    EXPECT_LT(distanceToCoast(shore), 0.7) << shore.x;
  for (const glm::dvec2 inland : {glm::dvec2(20, 10), glm::dvec2(-40, 0), glm::dvec2(100, 50), glm::dvec2(180, 68)})  // the last: on the cut
    EXPECT_GT(distanceToCoast(inland), 0.7) << inland.x;
  for (const CoastPiece& piece : worldCoasts()) ASSERT_LT(glm::distance(piece.a, piece.b), 30) << piece.a.x;
}

TEST_F(CoastPicture, LiesBelowThePointsAndGoesWithItsLayer) {
  constexpr int kWidth = 320, kHeight = 200;
  std::vector<double> rows;
  for (int i = 0; i < 4000; ++i)
    rows.insert(rows.end(), {-170 + 340.0 * (i % 80) / 79, -80 + 160.0 * (i / 80) / 49});  // NOLINT(bugprone-integer-division)
  const PointCloud cloud = PointCloud::recentred(rows, 2);
  const Viewport viewport{kWidth, kHeight, 1};
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
    Scene scene(path);
    scene.setCloud(cloud);
    View view = viewOf(cloud, viewport);
    view.style(LayerId::axes).visible = false;
    view.style(LayerId::cloud).colour = Colour{255, 0, 0};
    const auto count = [&](bool red) {
      const Image image = scenes::render(scene, view, kWidth, kHeight);
      size_t found = 0;
      for (size_t i = 0; i < image.pixels.size(); i += 4) found += red ? image.pixels[i] > 150 && image.pixels[i + 1] < 40 : image.pixels[i + 1] > 60;
      return found;
    };
    const size_t points = count(true);
    EXPECT_EQ(count(false), 0u);
    scene.setCoasts(std::make_shared<const Coasts>(worldCoasts()));
    EXPECT_GT(count(false), 1000u) << name(path);
    EXPECT_EQ(count(true), points) << name(path);
    view.style(LayerId::coasts).visible = false;
    EXPECT_EQ(count(false), 0u);
  }
}

}  // namespace
}  // namespace arete
