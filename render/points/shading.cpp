#include "render/points/shading.h"

#include <algorithm>
#include <cmath>

namespace arete {

/// Points of one colour differ a little in brightness, so that a dense cloud still looks like points.
static float grain(uint32_t number) {
  constexpr float kGrain = 0.3f;
  uint32_t x = number * 0x9E3779B9u;
  x = (x ^ x >> 15) * 0x85EBCA6Bu;
  return 1.0f - kGrain + kGrain * float(x >> 24) / 255.0f;
}

uint32_t Shading::colour(uint32_t number, float depth) const {
  if (mode == Mode::perPoint) return colours[number];
  if (mode == Mode::uniform) {
    const float g = grain(number);
    const auto channel = [g](uint8_t value) { return uint8_t(float(value) * g + 0.5f); };
    return Colour{channel(uniform.r), channel(uniform.g), channel(uniform.b), uniform.a}.packed();
  }
  const float distance = perspective ? nearest * farthest / (farthest - depth * (farthest - nearest)) : nearest + depth * (farthest - nearest);
  const float t = std::clamp((distance - first) / std::max(last - first, 1e-30f), 0.0f, 1.0f);
  return colours[size_t(t * float(colours.size() - 1) + 0.5f)];
}

bool operator==(const Shading& a, const Shading& b) {
  return a.mode == b.mode && a.uniform == b.uniform && a.coloursRevision == b.coloursRevision && a.nearest == b.nearest && a.farthest == b.farthest &&
         a.first == b.first && a.last == b.last && a.perspective == b.perspective;
}

}  // namespace arete
