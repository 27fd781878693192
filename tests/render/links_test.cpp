// The links layer: its lines are in the picture, in the colours of their lengths, and go away with the layer and the cloud.
#include "tests/render/scenes.h"

namespace arete {
namespace {

using scenes::Picture;

size_t pixelsOf(const Image& image, Colour colour) {
  constexpr int kTolerance = 24;  // links are slightly transparent
  size_t count = 0;
  for (size_t i = 0; i < image.pixels.size(); i += 4)
    count += std::abs(image.pixels[i] - colour.r) <= kTolerance && std::abs(image.pixels[i + 1] - colour.g) <= kTolerance &&
             std::abs(image.pixels[i + 2] - colour.b) <= kTolerance;
  return count;
}

TEST_F(Picture, DrawsLinksInTheColoursOfTheirLengths) {
  const PointCloud cloud(PointArray::fromRows(std::vector<float>{0, 0, 10, 0, 0, 10, 10, 10}, 2));
  auto links = std::make_shared<Links>();
  links->ends = PointArray::fromRows(std::vector<float>{1, 2, 9, 2, 1, 8, 9, 8}, 2);
  links->distances = {1, 3};
  links->nearest = 1;
  links->farthest = 3;
  Scene scene;
  scene.setCloud(cloud);
  scene.setLinks(links);
  View view = viewOf(cloud, {400, 400, 1});
  view.style(LayerId::axes).visible = false;
  view.style(LayerId::links).size = 4;
  const Colour nearest = sample(view.colourMap, 0), farthest = sample(view.colourMap, 1);
  EXPECT_EQ(pixelsOf(scenes::render(scene, view, 400, 400), farthest), 0u) << "the layer is off by default";
  view.style(LayerId::links).visible = true;
  const Image both = scenes::render(scene, view, 400, 400);
  EXPECT_GT(pixelsOf(both, nearest), 300u);
  EXPECT_GT(pixelsOf(both, farthest), 300u);
  view.style(LayerId::links).colour = Colour{255, 0, 255};
  const Image one = scenes::render(scene, view, 400, 400);
  EXPECT_GT(pixelsOf(one, {255, 0, 255}), 600u);
  EXPECT_EQ(pixelsOf(one, farthest), 0u);
  scene.setCloud(cloud);
  EXPECT_EQ(pixelsOf(scenes::render(scene, view, 400, 400), {255, 0, 255}), 0u) << "links belong to a cloud";
}

}  // namespace
}  // namespace arete
