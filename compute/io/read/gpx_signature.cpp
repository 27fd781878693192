// How a GPX file begins; known in every build, so that it is never taken for rows of text.
#include <algorithm>

#include "compute/io/read/readers.h"

namespace arete {

bool looksLikeGpx(std::span<const std::byte> content) {
  constexpr size_t kLooked = 2048;  // declarations and comments may stand before the first element
  const std::string_view text(reinterpret_cast<const char*>(content.data()), std::min(content.size(), kLooked));
  const size_t first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  return first != text.npos && text[first] == '<' && (text.find("<gpx") != text.npos || text.find(":gpx ") != text.npos);
}

}  // namespace arete
