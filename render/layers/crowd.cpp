#include "render/layers/crowd.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "render/colour.h"

namespace arete {

static constexpr size_t kGrain = 1 << 14;

bool Crowd::is(size_t count, const DrawContext& context) {
  constexpr size_t kMoving = 1000, kStill = 3000, kExported = 100'000;
  return context.crowd != nullptr && count > (context.options.everything ? kExported : context.sketch ? kMoving : kStill);
}

void Crowd::begin(const DrawContext& context, const glm::mat4& toClip, float size) {
  rasteriser_.begin({context.part.width, context.part.height, toClip, std::clamp(int(std::lround(size)), 1, PointRasteriser::kLargestPoint)});
}

void Crowd::drawDiscs(const DrawContext& context, const glm::mat4& toClip, std::span<const glm::vec3> centres, float diameter, uint32_t colour) {
  begin(context, toClip, diameter);
  for (std::vector<float>& column : columns_) column.resize(centres.size());
  threads_.forEachRange(centres.size(), kGrain, [&](size_t first, size_t last, int) {
    for (size_t i = first; i < last; ++i)
      for (int k = 0; k < 3; ++k) columns_[k][i] = centres[i][k];
  });
  rasteriser_.add({columns_[0], columns_[1], columns_[2]}, 0, uint32_t(centres.size()), colour);
  show();
}

void Crowd::drawLines(const DrawContext& context, const glm::mat4& toClip, std::span<const LineSegment> lines, float width) {
  begin(context, toClip, 1);
  rasteriser_.addLines(lines, std::max(1, int(std::lround(width))));
  show();
}

void Crowd::show() {
  const int width = rasteriser_.target().width, height = rasteriser_.target().height;
  const std::span<const uint64_t> words = rasteriser_.words();
  pixels_.resize(words.size());
  threads_.forEachRange(words.size(), kGrain, [&](size_t first, size_t last, int) {
    for (size_t i = first; i < last; ++i) {
      constexpr uint32_t kOpaque = 255, kAlphaShift = 24, kHalf = 127;
      const auto colour = uint32_t(words[i]), alpha = colour >> kAlphaShift;
      pixels_[i] = words[i] == PointRasteriser::kEmpty ? 0 : colour;
      if (pixels_[i] == 0 || alpha == kOpaque) continue;
      const auto share = [&](int shift) { return ((colour >> shift & 255) * alpha + kHalf) / kOpaque << shift; };
      pixels_[i] = share(0) | share(8) | share(16) | alpha << kAlphaShift;
    }
  });
  if (width != width_ || height != height_) texture_ = gl::makeTexture("crowd", GL_RGBA8, width_ = width, height_ = height);
  glTextureSubImage2D(texture_.name(), 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels_.data());
  glDisable(GL_DEPTH_TEST);
  program_.use();
  glBindTextureUnit(0, texture_.name());
  glBindVertexArray(array_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace arete
