// Measures how fast points are drawn: by the CUDA rasteriser alone, and in whole frames of a scene, without a window.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "render/scene.h"

namespace arete {

/// Times are medians, in milliseconds.
struct PointsTiming {
  double first = 0;      ///< the first image: with upload and sorting
  double points = 0;     ///< adding the points, by the GPU's clock; 0 where that is not known
  double total = 0;      ///< wall time from an empty image to the finished one, waited for
  uint64_t covered = 0;  ///< pixels that show a point
  std::string drawnBy;   ///< of frames: OpenGL's renderer and the way of the points
};

struct PointsBenchmark {
  uint32_t points = 1'000'000;  ///< of a noisy spiral in space, made for the purpose: 12 bytes each on the host
  int width = 1920, height = 1080, repeat = 9;
  bool perspective = false;
};

/// The rasteriser, from device memory to an image in device memory. Throws Error where there is no GPU; Cancelled.
PointsTiming timeCudaRasteriser(const PointsBenchmark& benchmark, std::stop_token stop);
/// Frames of a moving scene: cloud, grid and axes. Throws Error, Cancelled.
PointsTiming timeFrames(const PointsBenchmark& benchmark, PointsPath path, bool mayShare, std::stop_token stop);

}  // namespace arete
