// Thousands of discs or lines where the driver computes on the CPU: there the point rasteriser is many times faster (docs/measured/rendering.md).
// Smooth edges and halos are left out; in a crowd they are invisible.
#pragma once

#include <span>
#include <vector>

#include "compute/core/thread_pool.h"
#include "render/gl.h"
#include "render/layers/layer.h"
#include "render/rasteriser/point_rasteriser.h"

namespace arete {

class Crowd {
 public:
  explicit Crowd(ThreadPool& threads) : threads_(threads), rasteriser_(threads) {}

  /// Whether this many are a crowd; few get smooth edges, and more do when the picture stands still.
  static bool is(size_t count, const DrawContext& context);
  void drawDiscs(const DrawContext& context, const glm::mat4& toClip, std::span<const glm::vec3> centres, float diameter, uint32_t colour);
  void drawLines(const DrawContext& context, const glm::mat4& toClip, std::span<const LineSegment> lines, float width);

 private:
  void begin(const DrawContext& context, const glm::mat4& toClip, float size);
  void show();

  ThreadPool& threads_;
  PointRasteriser rasteriser_;
  std::vector<float> columns_[3];
  std::vector<uint32_t> pixels_;
  gl::Program program_{"fullscreen.vert", "crowd.frag"};
  gl::VertexArray array_ = gl::makeVertexArray("crowd");
  gl::Texture texture_;
  int width_ = 0, height_ = 0;  ///< of the texture
};

}  // namespace arete
