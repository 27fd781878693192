#include "compute/core/hash.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <span>
#include <string_view>

#include "compute/core/error.h"

namespace arete {

static_assert(std::endian::native == std::endian::little, "the hash takes numbers as they lie in memory");
static_assert(sizeof(Edge) == 2 * sizeof(uint32_t), "edges are hashed as pairs without padding");

namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) { check(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1); }

  /// Piece by piece: a gigabyte takes seconds. Throws Cancelled.
  void add(std::span<const std::byte> bytes, const std::stop_token& stop = {}) {
    constexpr size_t kPiece_bytes = 1 << 20;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(kPiece_bytes, bytes.size()))) {
      if (stop.stop_requested()) throw Cancelled{};
      check(EVP_DigestUpdate(context_.get(), bytes.data(), std::min(kPiece_bytes, bytes.size())) == 1);
    }
  }
  template <class T>
  void addValue(T value) {
    add(std::as_bytes(std::span(&value, 1)));
  }

  std::string hex() {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    check(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
    std::string text;
    for (unsigned char byte : std::span(digest).first(size)) text.append({kDigits[byte >> 4], kDigits[byte & 15]});
    return text;
  }

 private:
  static void check(bool ok) {
    if (!ok)
      throw Error(ErrorKind::internal, "cannot compute the SHA-256 of a curve", "OpenSSL", "it refused", "check the installation of libcrypto");
  }
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
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
