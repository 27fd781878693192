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
  [[gnu::always_inline]] uint32_t decode(Decoding& decoding, uint32_t prediction, Sizes& sizes) {
    decodeSize(decoding, sizes);
    return decodeValue(decoding, prediction);
  }
  // The same in two steps, between which others can be made that need nothing of these.
  [[gnu::always_inline]] void decodeSize(Decoding& decoding, Sizes& sizes) { size_ = decoding.symbol(sizes); }
  [[gnu::always_inline]] uint32_t decodeValue(Decoding& decoding, uint32_t prediction) {
    const uint32_t value = prediction + correction(decoding);
    if constexpr (kBits == 32) return value;
    else return value & ((1U << kBits) - 1);
  }
  uint32_t decode(ArithmeticDecoder& decoder, uint32_t prediction, Sizes& sizes) {
    Decoding decoding(decoder);
    return decode(decoding, prediction, sizes);
  }
  /// The number of bits of the last correction.
  uint32_t size() const { return size_; }

 private:
  static constexpr uint32_t kModelled = 8;  // at most so many bits have a model

  [[gnu::always_inline]] uint32_t correction(Decoding& decoding) {
    if (size_ == 0) return decoding.bit(zero_);
    if (size_ == 32) [[unlikely]]
      return 1U << 31;
    uint32_t value = decoding.symbol(models_[size_ - 1].get(1 << std::min(size_, kModelled)));
    if (size_ > kModelled) value = value << (size_ - kModelled) | decoding.bits(int(size_ - kModelled));
    return value + 1 - (uint32_t(value < 1U << (size_ - 1)) << size_);  // whether it is negative nobody can predict, so there is no branch
  }

  uint32_t size_ = 0;
  BitModel zero_;
  std::array<Lazy<SymbolModel<256>>, kBits> models_;  // by size; one kind for all, so that nothing depends on which it is
};

/// With a model of sizes for each context.
template <int kBits, int kContexts = 1>
class IntegerDecoder {
 public:
  /// `decoder`: an ArithmeticDecoder, or a Decoding.
  template <class Decoder>
  [[gnu::always_inline]] uint32_t decode(Decoder& decoder, uint32_t prediction, uint32_t context = 0) {
    return corrections_.decode(decoder, prediction, sizes_[context].get());
  }
  [[gnu::always_inline]] void decodeSize(Decoding& decoding, uint32_t context = 0) { corrections_.decodeSize(decoding, sizes_[context].get()); }
  [[gnu::always_inline]] uint32_t decodeValue(Decoding& decoding, uint32_t prediction) { return corrections_.decodeValue(decoding, prediction); }
  uint32_t size() const { return corrections_.size(); }

 private:
  IntegerCorrections<kBits> corrections_;
  std::array<Lazy<typename IntegerCorrections<kBits>::Sizes>, kContexts> sizes_;
};

}  // namespace arete::laz
