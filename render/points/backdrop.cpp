#include "render/points/backdrop.h"

#include <algorithm>
#include <cmath>

namespace arete {

/// Interleaved gradient noise, −0.5 … 0.5. Source: Jimenez 2014, Next generation post processing in Call of Duty.
static float noise(float x, float y) {
  const auto fraction = [](float value) { return value - std::floor(value); };
  return fraction(52.9829189f * fraction(x * 0.06711056f + y * 0.00583715f)) - 0.5f;
}

void Backdrop::paint(int width, int height, std::vector<uint32_t>& pixels, ThreadPool& threads) const {
  pixels.assign(size_t(width) * size_t(height), 0);
  if (transparent) return;
  constexpr size_t kRows = 16;
  threads.forEachRange(size_t(height), kRows, [&](size_t begin, size_t end, int) {
    for (size_t y = begin; y < end; ++y) {
      const float row = float(y) + 0.5f, t = (row + float(rowsBelow)) / float(rowsInAll);
      const auto mixed = [t](uint8_t low, uint8_t high) { return float(low) + t * (float(high) - float(low)); };
      const float r = mixed(bottom.r, top.r), g = mixed(bottom.g, top.g), b = mixed(bottom.b, top.b);
      for (size_t x = 0; x < size_t(width); ++x) {
        const float shift = noise(float(x) + 0.5f, row) + 0.5f;  // + 0.5: the cast rounds down
        const auto channel = [shift](float value) { return uint8_t(std::clamp(value + shift, 0.0f, 255.0f)); };
        pixels[y * size_t(width) + x] = Colour{channel(r), channel(g), channel(b), 255}.packed();
      }
    }
  });
}

}  // namespace arete
