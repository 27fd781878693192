#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

#include "compute/core/error.h"
#include "render/image.h"

namespace arete {

/// The chunk that gives the pixels per metre. Source: W3C, "Portable Network Graphics", 11.3.4.3 pHYs.
static std::array<unsigned char, 21> physicalSize(double scale) {
  constexpr double kDotsPerInch = 96, kInch_m = 0.0254, kMost = INT_MAX;
  const auto perMetre = uint32_t(std::clamp(std::round(kDotsPerInch * scale / kInch_m), 1.0, kMost));
  std::array<unsigned char, 21> chunk = {0, 0, 0, 9, 'p', 'H', 'Y', 's'};
  const auto put = [&](size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; ++i) chunk[at + i] = static_cast<unsigned char>(value >> (24 - 8 * i));
  };
  put(8, perMetre);
  put(12, perMetre);
  chunk[16] = 1;  // the unit is the metre
  put(17, stbiw__crc32(chunk.data() + 4, 13));
  return chunk;
}

std::vector<std::byte> encodePng(const Image& image) {
  constexpr int kChannels = 4;
  struct Free {
    void operator()(unsigned char* bytes) const { std::free(bytes); }
  };
  int size = 0;
  // stb counts bytes in int.
  const bool fits = image.pixels.size() + size_t(image.height) < size_t(INT_MAX);
  const std::unique_ptr<unsigned char, Free> bytes(
      fits ? stbi_write_png_to_mem(image.pixels.data(), image.width * kChannels, image.width, image.height, kChannels, &size) : nullptr);
  if (!bytes)
    throw Error(ErrorKind::outOfMemory, "cannot write the picture", std::to_string(image.width) + " x " + std::to_string(image.height),
                "its PNG does not fit into memory", "ask for a smaller picture");
  constexpr ptrdiff_t kBeforeChunk = 33;  // signature and header
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.get());
  const std::array<unsigned char, 21> chunk = physicalSize(image.scale);
  const auto physical = std::as_bytes(std::span(chunk));
  std::vector<std::byte> file(size_t(size) + chunk.size());
  auto end = std::copy(begin, begin + kBeforeChunk, file.begin());
  end = std::copy(physical.begin(), physical.end(), end);
  std::copy(begin + kBeforeChunk, begin + size, end);
  return file;
}

}  // namespace arete
