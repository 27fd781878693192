// Compares a picture with the one kept in tests/render/golden. To keep new ones after looking at them: ARETE_KEEP_GOLDEN=1 test_render
#pragma once

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

namespace arete::golden {

inline const Viewport kViewport{136, 85, 1};

// Other drivers and compilers round edges differently; a missing layer or a shifted picture changes far more.
inline constexpr double kMeanTolerance = 1.0, kShareTolerance = 0.01;
inline constexpr int kPixelTolerance = 40;

inline void compare(const Image& image, const std::string& name) {
  const char* moved = std::getenv("ARETE_GOLDEN_DIR");  // where the tests run without their sources
  const std::string path = std::string(moved != nullptr ? moved : ARETE_SOURCE_DIR "/tests/render/golden") + "/" + name + ".png";
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

}  // namespace arete::golden
