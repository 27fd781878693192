// Tells whether a file is still the same, without reading all of a large one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace arete {

struct Fingerprint {
  uint64_t bytes = 0;
  std::string hash;  ///< 64 bits in hex: FNV-1a of the whole file, or of 64 evenly spread blocks of 64 KiB when it is larger than 4 MiB
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Empty when the file cannot be read. It detects accidents (another file, an edit, a new export), not forgeries.
std::optional<Fingerprint> fingerprint(const std::filesystem::path& path);

/// The same of a text of at most 4 MiB.
Fingerprint fingerprintOf(std::string_view text);

}  // namespace arete
