// Binary reading that cannot leave its span: every access and every product is checked.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "compute/io/read/source.h"

namespace arete {

inline std::optional<uint64_t> checkedProduct(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return {};
  return product;
}

/// Whether `count` records of `size` bytes fit into `available` bytes.
inline bool fits(uint64_t count, uint64_t size, uint64_t available) {
  const auto product = checkedProduct(count, size);
  return product && *product <= available;
}

/// A position in the content of a Source; a file is held in memory one piece at a time. Reading past the end refuses the file, naming the byte.
class Cursor {
 public:
  explicit Cursor(const Source& source, uint64_t position = 0) : source_(source), piece_(source.head()) { seek(position); }
  Cursor(const Cursor& other) : Cursor(other.source_, other.position_) {}
  Cursor(Cursor&&) = default;

  uint64_t position() const { return position_; }
  uint64_t remaining() const { return source_.size() - position_; }
  void seek(uint64_t position) {
    if (position > source_.size()) cutOff();
    position_ = position;
  }
  void skip(uint64_t bytes) {
    if (bytes > remaining()) cutOff();
    position_ += bytes;
  }
  template <class T>
  T read(std::endian order = std::endian::little) {
    if (sizeof(T) > remaining()) cutOff();
    if (position_ < pieceBegin_ || position_ + sizeof(T) > pieceBegin_ + piece_.size()) loadPiece();
    std::array<std::byte, sizeof(T)> raw;
    std::memcpy(raw.data(), piece_.data() + (position_ - pieceBegin_), sizeof(T));
    if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
    position_ += sizeof(T);
    return std::bit_cast<T>(raw);
  }
  std::string_view text(uint64_t bytes) {
    const uint64_t begin = position_;
    skip(bytes);
    if (position_ > source_.head().size()) source_.needWhole();
    return source_.headText().substr(begin, bytes);
  }

 private:
  static constexpr uint64_t kPieceBytes = 256 * 1024;
  void loadPiece() {
    if (source_.streaming() || !source_.file()) source_.needWhole();
    buffer_.resize(std::min(kPieceBytes, remaining()));
    source_.file()->read(position_, buffer_);
    piece_ = buffer_;
    pieceBegin_ = position_;
  }
  [[noreturn]] void cutOff() const {
    source_.refuse(atByte(source_.size()), "the file ends in the middle of its data", "it was probably cut off: fetch or export it again");
  }

  const Source& source_;
  uint64_t position_ = 0;
  std::span<const std::byte> piece_;  // from pieceBegin_ on
  uint64_t pieceBegin_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace arete
