// Fixed scenes against pictures kept in tests/render/golden. To keep new ones after looking at them: ARETE_KEEP_GOLDEN=1 test_render
#include <cstdlib>
#include <fstream>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include "tests/render/scenes.h"

namespace arete {
namespace {

const Viewport kViewport{136, 85, 1};

class Golden : public scenes::Picture {
 protected:
  /// Other drivers and compilers round edges differently; a missing layer or a shifted picture changes far more.
  static constexpr double kMeanTolerance = 1.0, kShareTolerance = 0.01;
  static constexpr int kPixelTolerance = 40;

  void compare(const Image& image, const std::string& name) {
    const std::string path = std::string(ARETE_SOURCE_DIR "/tests/render/golden/") + name + ".png";
    if (std::getenv("ARETE_KEEP_GOLDEN") != nullptr) {
      const std::vector<std::byte> bytes = encodePng(image);
      std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    }
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> golden(stbi_load(path.c_str(), &width, &height, &channels, 4), &stbi_image_free);
    ASSERT_TRUE(golden) << path;
    ASSERT_EQ(width, image.width);
    ASSERT_EQ(height, image.height);
    double sum = 0;
    size_t far = 0;
    for (size_t i = 0; i < image.pixels.size(); ++i) {
      const int difference = std::abs(int(image.pixels[i]) - int(golden.get()[i]));
      sum += difference;
      far += difference > kPixelTolerance;
    }
    EXPECT_LT(sum / double(image.pixels.size()), kMeanTolerance) << name;
    EXPECT_LT(double(far) / double(image.pixels.size()), kShareTolerance) << name;
  }
};

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
