// Pictures of any size, even larger than the window or a texture, and their PNG files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "render/scene.h"

namespace arete {

/// Rows from the top, 4 bytes r, g, b, a per pixel, not premultiplied.
struct Image {
  int width = 0, height = 0;
  std::vector<uint8_t> pixels;
  double scale = 1;  ///< of points, lines and text: pixels per 1/96 inch
  const uint8_t* at(int x, int y) const { return &pixels[(size_t(y) * size_t(width) + size_t(x)) * 4]; }
};

struct ImageOptions {
  Viewport viewport{1920, 1080, 1};  ///< size of the picture; sizes of points and lines grow with its devicePixelRatio
  bool transparentBackground = false;
  int partSize = 4096;                            ///< larger pictures are drawn in parts; at most what GL allows
  std::function<void(double fraction)> progress;  ///< 0…1, may be empty; throw Cancelled from it to stop
  bool withoutMarks = false;                      ///< leaves out what Scene::marks() gives
};

/// Draws all points of the scene, with the context current. The aspect of the view is that of the picture; labels are the caller's
/// (Scene::overlay). Throws Error(wrongUse) for a size < 1 and Error(outOfMemory) when the picture does not fit.
Image renderImage(Scene& scene, const View& view, const ImageOptions& options);

/// The bytes of a PNG file with its pixels per inch: 96 at scale 1. Throws Error(outOfMemory).
std::vector<std::byte> encodePng(const Image& image);

}  // namespace arete
