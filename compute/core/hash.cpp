#include "compute/core/hash.h"

// OpenSSL's older interface needs no memory and cannot fail. The newer one, EVP, ends in a segmentation fault when memory runs out while
// it makes its tables (3.0).
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string_view>

#include "compute/core/error.h"

namespace arete {

static_assert(std::endian::native == std::endian::little, "the hash takes numbers as they lie in memory");
static_assert(sizeof(Edge) == 2 * sizeof(uint32_t), "edges are hashed as pairs without padding");

namespace {

class Sha256 {
 public:
  Sha256() { SHA256_Init(&context_); }

  /// Piece by piece: a gigabyte takes seconds. Throws Cancelled.
  void add(std::span<const std::byte> bytes, const std::stop_token& stop = {}) {
    constexpr size_t kPiece_bytes = 1 << 20;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(kPiece_bytes, bytes.size()))) {
      if (stop.stop_requested()) throw Cancelled{};
      SHA256_Update(&context_, bytes.data(), std::min(kPiece_bytes, bytes.size()));
    }
  }
  template <class T>
  void addValue(T value) {
    add(std::as_bytes(std::span(&value, 1)));
  }

  std::string hex() {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256_Final(digest.data(), &context_);
    std::string text;
    for (unsigned char byte : digest) text.append({kDigits[byte >> 4], kDigits[byte & 15]});
    return text;
  }

 private:
  SHA256_CTX context_;
};

}  // namespace

std::string curveHash(const PointArray& chosen, const std::vector<Edge>& edges, std::stop_token stop) {
  if (chosen.layout() != Layout::row) return curveHash(chosen.withLayout(Layout::row), edges, stop);
  Sha256 hash;
  hash.add(std::as_bytes(std::span(std::string_view("arete 1\0", 8))));
  withScalarType(chosen.scalar(), [&]<class T>() {
    hash.addValue(uint32_t(8 * sizeof(T)));
    hash.addValue(uint32_t(chosen.dimension()));
    hash.addValue(uint64_t(chosen.size()));
    hash.addValue(uint64_t(edges.size()));
    hash.add(std::as_bytes(std::span(chosen.elements<T>())), stop);
  });
  hash.add(std::as_bytes(std::span(edges)), stop);
  return hash.hex();
}

}  // namespace arete
