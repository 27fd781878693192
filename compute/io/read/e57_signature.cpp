// How an E57 file begins; known in every build, so that it is never taken for rows of text.
#include "compute/io/read/readers.h"

namespace arete {

bool looksLikeE57(std::span<const std::byte> content) {
  return std::string_view(reinterpret_cast<const char*>(content.data()), content.size()).starts_with("ASTM-E57");
}

}  // namespace arete
