// An outline on the picture keeps just the points that are seen inside of it.
#include "ui/area_region.h"

#include <gtest/gtest.h>

#include "compute/filter/region.h"

namespace arete {
namespace {

/// Points on a lattice, with an origin far away.
PointCloud lattice(int dimension) {
  std::vector<double> rows;
  for (int i = 0; i < 1000; ++i)
    for (int k = 0; k < dimension; ++k) rows.push_back(500'000.0 + (k == 0 ? i % 10 : k == 1 ? i / 10 % 10 : i / 100) * 1.25);
  return PointCloud::recentred(rows, dimension);
}

void expectSeenInside(const PointCloud& cloud, const View& view, const Viewport& viewport) {
  const std::vector<std::array<double, 2>> outline = {{300, 200}, {700, 260}, {640, 520}, {420, 400}};
  const Region region = regionBehind(outline, view, viewport, cloud, true, "lasso"),
               outside = regionBehind(outline, view, viewport, cloud, false, "lasso");
  Region onScreen;
  onScreen.polygons.push_back(Polygon{{Ring(outline.begin(), outline.end())}});
  const auto dimension = size_t(cloud.dimension());
  const RegionTest test(region, dimension), opposite(outside, dimension), screen(onScreen, 2);
  size_t inside = 0;
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    glm::dvec3 world(0);
    std::vector<double> point;
    for (int k = 0; k < cloud.dimension(); ++k) {
      if (k < 3) world[k] = cloud.points().coordinate(i, k);
      point.push_back(cloud.points().coordinate(i, k) + cloud.origin()[size_t(k)]);
    }
    const glm::dvec3 at = view.camera.toScreen(viewport, world);
    const bool seen = screen.keeps(std::array{at.x, at.y}.data());
    inside += seen;
    ASSERT_EQ(test.keeps(point.data()), seen) << i << " at " << at.x << ", " << at.y;
    ASSERT_EQ(opposite.keeps(point.data()), !seen);
  }
  EXPECT_GT(inside, 10u);
  EXPECT_LT(inside, cloud.size() / 2);
}

TEST(AreaRegion, HoldsWhatIsSeenInItFromAnywhere) {
  const Viewport viewport{1000, 700, 1};
  for (const int dimension : {2, 3}) {
    const PointCloud cloud = lattice(dimension);
    View view = viewOf(cloud, viewport);
    expectSeenInside(cloud, view, viewport);
    if (dimension < 3) continue;
    view.camera.rotate(viewport, 133, -57);
    expectSeenInside(cloud, view, viewport);
    view.camera.setPerspective(true);
    expectSeenInside(cloud, view, viewport);
    view.camera.zoom(0.7, view.camera.target());
    view.camera.pan(viewport, 21, -13);
    expectSeenInside(cloud, view, viewport);
  }
}

TEST(AreaRegion, LeavesOutWhatIsBehindTheEye) {
  const Viewport viewport{1000, 700, 1};
  const PointCloud cloud = lattice(3);
  View view = viewOf(cloud, viewport);
  view.camera.setPerspective(true);
  const Region all = regionBehind({{0, 0}, {1000, 0}, {1000, 700}, {0, 700}}, view, viewport, cloud, true, "box");
  const glm::dvec3 behind = view.camera.eye() + view.camera.backward() * 5.0;
  std::vector<double> point;
  for (int k = 0; k < 3; ++k) point.push_back(behind[k] + cloud.origin()[size_t(k)]);
  EXPECT_FALSE(RegionTest(all, 3).keeps(point.data()));
}

}  // namespace
}  // namespace arete
