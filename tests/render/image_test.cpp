// Pictures that take long: they end where somebody ends them.
#include "compute/core/error.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

using scenes::Picture;

TEST_F(Picture, OfManyPointsEndsAmidThemAndIsTheSameWhereNobodyEndsIt) {
  const PointCloud cloud = scenes::spiral(2'500'000, 2);
  Scene scene(PointsPath::software);
  scene.setCloud(cloud);
  const Viewport viewport{320, 200, 1};
  const View view = viewOf(cloud, viewport);
  ImageOptions options{viewport, false, 4096, {}};
  const Image whole = renderImage(scene, view, options);
  int calls = 0;
  options.progress = [&](double) { ++calls; };
  EXPECT_EQ(renderImage(scene, view, options).pixels, whole.pixels);
  EXPECT_GE(calls, 3);
  options.progress = [last = calls](double) mutable {
    if (--last == 1) throw Cancelled{};
  };
  EXPECT_THROW(renderImage(scene, view, options), Cancelled);
  EXPECT_EQ(renderImage(scene, view, {viewport, false, 4096, {}}).pixels, whole.pixels);
}

}  // namespace
}  // namespace arete
