// Lines of PointRasteriser: clipped to the picture, then a pixel for each step along the longer axis.
#include <algorithm>
#include <cmath>

#include "render/rasteriser/pixel_word.h"
#include "render/rasteriser/point_rasteriser.h"

namespace arete {

namespace {

constexpr size_t kLineGrain = 1 << 12;

/// Cuts [t0, t1] down to where `from + t · by` lies in [0, size).
bool clip(float from, float by, float size, float& t0, float& t1) {
  const float last = std::nextafter(size, 0.0f);
  if (by == 0) return from >= 0 && from <= last;
  const float a = -from / by, b = (last - from) / by;
  t0 = std::max(t0, std::min(a, b));
  t1 = std::min(t1, std::max(a, b));
  return t0 <= t1;
}

}  // namespace

void PointRasteriser::addLines(std::span<const LineSegment> lines, int lineWidth) {
  const auto width = float(target_.width), height = float(target_.height);
  const auto window = [&](const glm::vec4& p) {
    const glm::vec3 ndc = glm::vec3(p) / p.w;
    return glm::vec3((ndc.x * 0.5f + 0.5f) * width, (ndc.y * 0.5f + 0.5f) * height, ndc.z * 0.5f + 0.5f);
  };
  const auto draw = [&](const LineSegment& line) {
    glm::vec4 a = target_.toClip * glm::vec4(line.a, 1), b = target_.toClip * glm::vec4(line.b, 1);
    const float da = a.z + a.w, db = b.z + b.w;  // behind the near plane when negative
    if (da <= 0 && db <= 0) return;
    if (da < 0) a = a + (b - a) * (da / (da - db));
    else if (db < 0) b = b + (a - b) * (db / (db - da));
    const glm::vec3 from = window(a), by = window(b) - from;
    float t0 = 0, t1 = 1;
    if (!clip(from.x, by.x, width, t0, t1) || !clip(from.y, by.y, height, t0, t1)) return;
    const bool flat = std::abs(by.x) >= std::abs(by.y);
    const int steps = int((t1 - t0) * std::max(std::abs(by.x), std::abs(by.y))) + 1;
    for (int i = 0; i <= steps; ++i) {
      const glm::vec3 at = from + by * (t0 + (t1 - t0) * float(i) / float(steps));
      if (!(at.z >= 0 && at.z <= 1)) continue;
      const uint64_t word = pixelWord(at.z, line.colourB);
      for (int k = -(lineWidth - 1) / 2; k <= lineWidth / 2; ++k) {
        const int x = int(at.x) + (flat ? 0 : k), y = int(at.y) + (flat ? k : 0);
        if (x >= 0 && x < target_.width && y >= 0 && y < target_.height) lowerPixel(words_[size_t(y) * size_t(target_.width) + size_t(x)], word);
      }
    }
  };
  threads_.forEachRange(lines.size(), kLineGrain, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) draw(lines[i]);
  });
}

}  // namespace arete
