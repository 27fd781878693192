// The arithmetic decoder: symbols from a stream of bytes, each by its share in a model.
// Idea: an interval as in laz.md, section 4, but without loops: the interval's leading zeros say how many bytes to take, from four that are
// always available. What decodes many symbols takes the interval into its own variables, so that it stays in registers from one to the next.
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

  // One at a time, where few are wanted: see Decoding.
  template <int kCapacity>
  uint32_t symbol(SymbolModel<kCapacity>& model);
  template <int kCapacity>
  uint32_t steadySymbol(SymbolModel<kCapacity>& model);
  uint32_t bits(int count);
  uint64_t bits64();

  /// Position of the first byte that has not been needed so far.
  uint64_t position() const { return range_.position() - uint64_t(end_ - next_); }
  /// Whether all bytes have been needed.
  bool atEnd() const { return range_.left() == 0 && next_ == end_; }

 private:
  friend class Decoding;
  static constexpr size_t kLookAhead = 4;  // bytes behind `next_` that can always be looked at

  const std::byte* refill(const std::byte* next);

  uint32_t value_ = 0, length_ = UINT32_MAX;
  const std::byte* next_ = nullptr;
  const std::byte* refillAt_ = nullptr;  // the last place from which four bytes of the file, or all that are left, can be seen
  const std::byte* end_ = nullptr;       // of the file's bytes in the window
  ByteRange range_;                      // what follows them
  std::vector<std::byte> window_;
};

/// A decoder at work: its interval, in variables of the function that decodes. One at a time for each decoder, which knows of the progress when it is
/// destroyed. Everything is inlined, and must be, to be in registers: no function that is not takes a reference to one.
class Decoding {
 public:
  explicit Decoding(ArithmeticDecoder& decoder) : decoder_(decoder), value_(decoder.value_), length_(decoder.length_), next_(decoder.next_) {}
  Decoding(const Decoding&) = delete;
  Decoding& operator=(const Decoding&) = delete;
  ~Decoding() {
    decoder_.value_ = value_;
    decoder_.length_ = length_;
    decoder_.next_ = next_;
  }

  template <int kCapacity>
  [[gnu::always_inline]] uint32_t symbol(SymbolModel<kCapacity>& model) {
    const uint32_t unit = length_ >> kShareBits;  // from 2^9 on, so that the quotient is at most 2^15 + 2^6
    const uint32_t found = model.find(value_ / unit);
    return take(model, found, part(model, found, unit));
  }

  /// The same, faster where the last symbol mostly repeats, as that is known before the division would be done.
  template <int kCapacity>
  [[gnu::always_inline]] uint32_t steadySymbol(SymbolModel<kCapacity>& model) {
    const uint32_t guess = model.last();
    const Part guessed = part(model, guess, length_ >> kShareBits);
    if (value_ - guessed.low >= guessed.length) [[unlikely]]
      return symbol(model);
    return take(model, guess, guessed);
  }

  [[gnu::always_inline]] bool bit(BitModel& model) {
    const uint32_t zero = model.shareOfZero() * (length_ >> 13);
    const bool one = value_ >= zero;
    narrow(zero & onesIf(one), zero + ((length_ - 2 * zero) & onesIf(one)));
    model.count(one);
    return one;
  }

  /// `count` bits without a model, 1 to 32 of them. Throws Damage for an impossible value.
  [[gnu::always_inline]] uint32_t bits(int count) {
    constexpr int kMostAtOnce = 19, kHalf = 16;
    if (count <= kMostAtOnce) [[likely]]
      return bitsAtOnce(count);
    const uint32_t low = bitsAtOnce(kHalf);
    return bitsAtOnce(count - kHalf) << kHalf | low;
  }

 private:
  struct Part {
    uint32_t low, length;
  };
  /// Chooses without a branch, where nobody could predict it.
  static uint32_t onesIf(bool condition) { return 0 - uint32_t(condition); }
  /// A symbol's part of the interval; the last one also gets the remainder of the division.
  template <int kCapacity>
  [[gnu::always_inline]] Part part(const SymbolModel<kCapacity>& model, uint32_t symbol, uint32_t unit) const {
    const uint32_t low = model.start(symbol) * unit, next = model.start(symbol + 1) * unit;
    return {low, next + ((length_ - next) & onesIf(symbol + 1 == model.symbols())) - low};
  }
  template <int kCapacity>
  [[gnu::always_inline]] uint32_t take(SymbolModel<kCapacity>& model, uint32_t symbol, Part part) {
    narrow(part.low, part.length);
    model.count(symbol);
    return symbol;
  }

  /// Narrows the interval to its part from `low` on, then takes enough bytes to make it large again.
  [[gnu::always_inline]] void narrow(uint32_t low, uint32_t length) {
    const int bits = std::countl_zero(length | 1) & 24;  // whole bytes of leading zeros
    uint32_t ahead;
    std::memcpy(&ahead, next_, sizeof ahead);
    if constexpr (std::endian::native == std::endian::little) ahead = __builtin_bswap32(ahead);
    value_ = uint32_t(((uint64_t(value_ - low) << 32 | ahead) << bits) >> 32);
    length_ = length << bits;
    next_ += bits >> 3;
    if (next_ > decoder_.refillAt_) [[unlikely]]
      next_ = decoder_.refill(next_);
  }
  [[gnu::always_inline]] uint32_t bitsAtOnce(int count) {
    const uint32_t unit = length_ >> count, value = value_ / unit;
    if (value >= 1U << count) [[unlikely]]
      throw Damage{"its compressed bytes are damaged"};
    narrow(value * unit, unit);
    return value;
  }

  ArithmeticDecoder& decoder_;
  uint32_t value_, length_;
  const std::byte* next_;
};

template <int kCapacity>
uint32_t ArithmeticDecoder::symbol(SymbolModel<kCapacity>& model) {
  return Decoding(*this).symbol(model);
}
template <int kCapacity>
uint32_t ArithmeticDecoder::steadySymbol(SymbolModel<kCapacity>& model) {
  return Decoding(*this).steadySymbol(model);
}

}  // namespace arete::laz
