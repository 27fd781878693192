// The arithmetic decoder: symbols from a stream of bytes, each by its share in a model.
// Idea: an interval as in laz.md, section 4, but without loops: the interval's leading zeros say how many bytes to take, from four that are
// always available.
// Memory: a window of the stream. Cost: a division and one or two multiplications per symbol, one after the other.
#pragma once

#include <bit>
#include <vector>

#include "compute/io/read/laz/byte_range.h"
#include "compute/io/read/laz/damage.h"
#include "compute/io/read/laz/symbol_model.h"

namespace arete::laz {

class ArithmeticDecoder {
 public:
  /// Takes the first four bytes. Throws Damage where there are fewer.
  explicit ArithmeticDecoder(const ByteRange& bytes);
  ArithmeticDecoder(const ArithmeticDecoder&) = delete;
  ArithmeticDecoder& operator=(const ArithmeticDecoder&) = delete;

  template <int kCapacity>
  uint32_t symbol(SymbolModel<kCapacity>& model) {
    const uint32_t unit = length_ >> kShareBits;  // from 2^9 on, so that the quotient is at most 2^15 + 2^6
    const uint32_t found = model.find(uint16_t(value_ / unit));
    const auto [low, length] = part(model, found, unit);
    narrow(low, length);
    model.count(found);
    return found;
  }

  /// The same, faster where the last symbol mostly repeats, as that is known before the division would be done.
  template <int kCapacity>
  uint32_t steadySymbol(SymbolModel<kCapacity>& model) {
    const uint32_t guess = model.last();
    const auto [low, length] = part(model, guess, length_ >> kShareBits);
    if (value_ - low >= length) [[unlikely]]
      return symbol(model);
    narrow(low, length);
    model.count(guess);
    return guess;
  }

  bool bit(BitModel& model) {
    const uint32_t zero = model.shareOfZero() * (length_ >> 13);
    const bool one = value_ >= zero;
    if (one) narrow(zero, length_ - zero);
    else narrow(0, zero);
    model.count(one);
    return one;
  }

  /// `count` bits without a model, 1 to 32 of them. Throws Damage for an impossible value.
  uint32_t bits(int count);
  uint64_t bits64();

  /// Position of the first byte that has not been needed so far.
  uint64_t position() const { return range_.position() - uint64_t(end_ - next_); }
  /// Whether all bytes have been needed.
  bool atEnd() const { return range_.left() == 0 && next_ == end_; }

 private:
  static constexpr size_t kLookAhead = 4;  // bytes behind `next_` that can always be looked at

  struct Part {
    uint32_t low, length;
  };
  /// A symbol's part of the interval; the last one also gets the remainder of the division.
  template <int kCapacity>
  Part part(const SymbolModel<kCapacity>& model, uint32_t symbol, uint32_t unit) const {
    const uint32_t low = model.start(symbol) * unit;
    return {low, (symbol + 1 == model.symbols() ? length_ : model.start(symbol + 1) * unit) - low};
  }

  /// Narrows the interval to its part from `low` on, then takes enough bytes to make it large again.
  void narrow(uint32_t low, uint32_t length) {
    const int bits = 8 * (int(length < 1U << 24) + int(length < 1U << 16) + int(length < 1U << 8));  // whole bytes of leading zeros
    uint32_t ahead;
    std::memcpy(&ahead, next_, sizeof ahead);
    if constexpr (std::endian::native == std::endian::little) ahead = __builtin_bswap32(ahead);
    value_ = uint32_t(((uint64_t(value_ - low) << 32 | ahead) << bits) >> 32);
    length_ = length << bits;
    next_ += bits >> 3;
    if (next_ > refillAt_) [[unlikely]]
      refill();
  }
  void refill();
  uint32_t bitsAtOnce(int count);

  uint32_t value_ = 0, length_ = UINT32_MAX;
  const std::byte* next_ = nullptr;
  const std::byte* refillAt_ = nullptr;  // the last place from which four bytes of the file, or all that are left, can be seen
  const std::byte* end_ = nullptr;       // of the file's bytes in the window
  ByteRange range_;                      // what follows them
  std::vector<std::byte> window_;
};

}  // namespace arete::laz
