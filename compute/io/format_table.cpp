#include "compute/io/format_table.h"

#include "compute/files/standard_streams.h"

namespace arete {

std::string extensionOf(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  if (!extension.empty()) extension.erase(0, 1);
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return extension;
}

std::string extensionOr(std::string_view plain, const std::filesystem::path& path) {
  const std::string extension = extensionOf(path);
  return extension.empty() && isStream(path) ? std::string(plain) : extension;
}

}  // namespace arete
