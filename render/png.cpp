#include <climits>
#include <cstdlib>
#include <memory>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

#include "compute/core/error.h"
#include "render/image.h"

namespace arete {

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
        "its PNG does not fit into memory",
                "ask for a smaller picture");
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.get());
  return {begin, begin + size};
}

}  // namespace arete
