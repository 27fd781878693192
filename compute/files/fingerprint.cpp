#include "compute/files/fingerprint.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <vector>

#include "compute/files/file_error.h"

namespace arete {

static constexpr uint64_t kBlocks = 64, kBlockBytes = 64 << 10;
static constexpr uint64_t kFnvOffset = 0xcbf29ce484222325, kFnvPrime = 0x100000001b3;

static std::string hexOf(uint64_t hash) {
  static constexpr int kHex = 16;
  char text[kHex];
  return {text, std::to_chars(text, text + sizeof text, hash, kHex).ptr};
}

std::optional<Fingerprint> fingerprint(const std::filesystem::path& path) {
  std::error_code error;
  if (hasNul(path) || !std::filesystem::is_regular_file(path, error)) return {};
  const uint64_t bytes = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return {};

  // A small file's blocks touch, so they cover all of it.
  const uint64_t blocks = std::min(kBlocks, (bytes + kBlockBytes - 1) / kBlockBytes);
  const uint64_t lastStart = bytes - std::min(bytes, kBlockBytes);
  std::vector<char> block(kBlockBytes);
  uint64_t hash = kFnvOffset;
  for (uint64_t i = 0; i < blocks; ++i) {
    const uint64_t start = bytes <= kBlocks * kBlockBytes ? i * kBlockBytes : lastStart * i / (kBlocks - 1);
    const auto wanted = std::streamsize(std::min(kBlockBytes, bytes - start));
    if (!file.seekg(std::streamoff(start)) || !file.read(block.data(), wanted)) return {};
    for (std::streamsize k = 0; k < wanted; ++k) hash = (hash ^ uint8_t(block[size_t(k)])) * kFnvPrime;
  }
  return Fingerprint{bytes, hexOf(hash)};
}

Fingerprint fingerprintOf(std::string_view text) {
  uint64_t hash = kFnvOffset;
  for (const char c : text) hash = (hash ^ uint8_t(c)) * kFnvPrime;
  return {text.size(), hexOf(hash)};
}

}  // namespace arete
