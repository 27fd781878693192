// Finds the row of a format table by id or by the extension of a path.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/error.h"
#include "compute/text/suggest.h"

namespace arete {

/// The extension without its dot, in lower case ASCII letters.
std::string extensionOf(const std::filesystem::path& path);

/// The same, or `plain` where a stream, such as standard output, has none.
std::string extensionOr(std::string_view plain, const std::filesystem::path& path);

/// Format has `id` and `extension`. Throws Error(wrongUse) that lists what there is, the closest first.
template <class Format>
const Format& findFormat(std::span<const Format> formats, const std::filesystem::path& path, std::string_view id, std::string_view what) {
  const std::string extension = extensionOf(path);
  std::vector<std::string_view> known;
  for (const Format& format : formats) {
    if (id.empty() ? format.extension == extension : format.id == id) return format;
    known.push_back(id.empty() ? format.extension : format.id);
  }
  const std::string given(id.empty() ? std::string_view(extension) : id);
  const std::string reason = given.empty() ? "the name has no extension that says the format" : "unknown format \"" + given + '"';
  throw Error(ErrorKind::wrongUse, what, path.string(), reason, "known: " + closestFirst(given, known));
}

}  // namespace arete
