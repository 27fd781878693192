// Integers as corrections of a prediction: first the correction's number of bits, then the bits, of which a model gives the upper eight.
// Memory: a kilobyte for each number of bits that occurs. Cost: two symbols, and raw bits for large corrections.
// Source: laz.md, section 6.
#pragma once

#include "compute/io/read/laz/arithmetic_decoder.h"

namespace arete::laz {

/// Integers of kBits bits. The caller has the model of correction sizes.
template <int kBits>
class IntegerCorrections {
 public:
  using Sizes = SymbolModel<kBits + 1>;

  /// Modulo 2^kBits: only those bits are set.
  uint32_t decode(ArithmeticDecoder& decoder, uint32_t prediction, Sizes& sizes) {
    size_ = decoder.symbol(sizes);
    const uint32_t value = prediction + correction(decoder);
    if constexpr (kBits == 32) return value;
    else return value & ((1U << kBits) - 1);
  }
  /// The number of bits of the last correction.
  uint32_t size() const { return size_; }

 private:
  static constexpr uint32_t kSmall = 4, kModelled = 8;  // bits of corrections whose symbols form one group; at most so many bits have a model

  uint32_t correction(ArithmeticDecoder& decoder) {
    if (size_ == 0) return decoder.bit(zero_);
    if (size_ == 32) return 1U << 31;
    uint32_t value = 0;
    if (size_ <= kSmall) {
      value = decoder.symbol(small_[size_ - 1].get(1 << size_));
    } else {
      value = decoder.symbol(large_[size_ - kSmall - 1].get(1 << std::min(size_, kModelled)));
      if (size_ > kModelled) value = value << (size_ - kModelled) | decoder.bits(int(size_ - kModelled));
    }
    return value >= 1U << (size_ - 1) ? value + 1 : value - ((1U << size_) - 1);
  }

  uint32_t size_ = 0;
  BitModel zero_;
  std::array<Lazy<SymbolModel<kGroup>>, kSmall> small_;
  std::array<Lazy<SymbolModel<256>>, kBits - kSmall> large_;
};

/// With a model of sizes for each context.
template <int kBits, int kContexts = 1>
class IntegerDecoder {
 public:
  uint32_t decode(ArithmeticDecoder& decoder, uint32_t prediction, uint32_t context = 0) {
    return corrections_.decode(decoder, prediction, sizes_[context].get());
  }
  uint32_t size() const { return corrections_.size(); }

 private:
  IntegerCorrections<kBits> corrections_;
  std::array<Lazy<typename IntegerCorrections<kBits>::Sizes>, kContexts> sizes_;
};

}  // namespace arete::laz
