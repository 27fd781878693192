// Fixed scenes against pictures kept in tests/render/golden.
#include "tests/render/golden.h"

namespace arete {
namespace {

using golden::compare;
using golden::kViewport;
using Golden = scenes::Picture;

TEST_F(Golden, NoCloud) {
  Scene scene;
  compare(scenes::render(scene, viewOf({}, kViewport), kViewport.width, kViewport.height), "empty");
}

TEST_F(Golden, SpiralsOnDarkAndWhite) {
  for (const int dimension : {2, 3}) {
    const PointCloud cloud = scenes::spiral(2500, dimension);
    Scene scene;
    scene.setCloud(cloud);
    scene.setFrame(scenes::detect(cloud, 16));
    View view = viewOf(cloud, kViewport);
    view.style(LayerId::chosen).size = 4;
    const std::string name = "spiral" + std::to_string(dimension);
    compare(scenes::render(scene, view, kViewport.width, kViewport.height), name + "_dark");
    view.theme = Theme::white;
    compare(scenes::render(scene, view, kViewport.width, kViewport.height), name + "_white");
    view.theme = Theme::dark;
    view.camera.setPerspective(true);
    view.colourBy = ColourBy::chosen;
    view.style(LayerId::balls).visible = true;
    compare(scenes::render(scene, view, kViewport.width, kViewport.height), name + "_balls");
  }
}

}  // namespace
}  // namespace arete
