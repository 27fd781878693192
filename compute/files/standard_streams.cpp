#include "compute/files/standard_streams.h"

#include <system_error>

namespace arete {

bool isStream(const std::filesystem::path& path) {
  if (path == kStandardOutput) return true;
  std::error_code ignored;
  const std::filesystem::file_type type = std::filesystem::status(path, ignored).type();
  using enum std::filesystem::file_type;
  return type == fifo || type == socket || type == character;
}

}  // namespace arete
