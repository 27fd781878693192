// The arithmetic decoder: symbols from a stream of bytes, each by the share that its model gives it.
// Idea: an interval as in laz.md, section 4, but without loops: as many bytes come in as the interval's leading zeros ask for, from four that are
// always there to look at.
// Memory: a window of the stream. Cost: a division and a multiplication or two a symbol, one after the other.
#pragma once

#include <bit>
#include <vector>

#include "compute/io/read/laz/byte_range.h"
#include "compute/io/read/laz/damage.h"
#include "compute/io/read/laz/symbol_model.h"

namespace arete::laz {

class ArithmeticDecoder {
 public:
  /// Takes the first four bytes. Throws Damage where there are none.
  explicit ArithmeticDecoder(const ByteRange& bytes);
  ArithmeticDecoder(const ArithmeticDecoder&) = delete;
  ArithmeticDecoder& operator=(const ArithmeticDecoder&) = delete;

  template <int kCapacity>
  uint32_t symbol(SymbolModel<kCapacity>& model) {
    constexpr uint32_t kLastShare = (1U << kShareBits) - 1;
    const uint32_t unit = length_ >> kShareBits;
    const uint32_t found = model.find(uint16_t(std::min(value_ / unit, kLastShare)));
    const auto [low, length] = part(model, found, unit);
    narrow(low, length);
    model.count(found);
    return found;
  }

  /// The same, faster where the symbol that came last mostly comes again: that is known before the division would be.
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

  /// `count` bits that no model knows anything of, 1 to 32 of them. Throws Damage for a value that cannot be.
  uint32_t bits(int count);
  uint64_t bits64();

  /// Of the first byte that was not needed so far.
  uint64_t position() const { return range_.position() - uint64_t(end_ - next_); }
  /// Whether all bytes were needed.
  bool atEnd() const { return range_.left() == 0 && next_ == end_; }

 private:
  static constexpr size_t kLookAhead = 4;  // bytes behind `next_` that can always be looked at

  struct Part {
    uint32_t low, length;
  };
  /// What a symbol has of the interval; the last one has what division left over.
  template <int kCapacity>
  Part part(const SymbolModel<kCapacity>& model, uint32_t symbol, uint32_t unit) const {
    const uint32_t low = model.start(symbol) * unit;
    return {low, (symbol + 1 == model.symbols() ? length_ : model.start(symbol + 1) * unit) - low};
  }

  /// The part of the interval from `low` on, then as many bytes as make it large again.
  void narrow(uint32_t low, uint32_t length) {
    const int bits = std::countl_zero(length) & ~7;
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
  uint32_t fewBits(int count);

  uint32_t value_ = 0, length_ = UINT32_MAX;
  const std::byte* next_ = nullptr;
  const std::byte* refillAt_ = nullptr;  // the last place from which four bytes of the file, or all that are left, can be seen
  const std::byte* end_ = nullptr;       // of the file's bytes in the window
  ByteRange range_;                      // what follows them
  std::vector<std::byte> window_;
};

}  // namespace arete::laz
