// Times as differences of multiples of the last one, from up to four interleaved sequences: what GPSTIME11 version 2 and POINT14 share.
// Memory: four sequences, two models. Cost: one symbol where times advance evenly, else two or three. Source: laz.md, section 7.
#pragma once

#include "compute/io/read/laz/integer_decoder.h"

namespace arete::laz {

/// kSameToo: the stream says whether a point's time is that of the previous point; otherwise the caller knows that it is not.
template <bool kSameToo>
class GpsTimes {
 public:
  void begin(uint64_t time) { sequences_[0].time = time; }

  uint64_t next(ArithmeticDecoder& decoder) {
    constexpr int kMostSwitches = 4;
    for (int i = 0; i <= kMostSwitches; ++i)
      if (sequences_[current_].difference == 0 ? afterNone(decoder) : afterDifference(decoder)) return sequences_[current_].time;
    throw Damage{"its times switch between sequences without an end"};
  }

 private:
  struct Sequence {
    uint64_t time = 0;
    int32_t difference = 0;
    int extremes = 0;
    void add(uint32_t d) { time += uint64_t(int64_t(int32_t(d))); }
    /// A difference that is no multiple; after four of these the last one becomes the new unit.
    void addExtreme(uint32_t d) {
      add(d);
      if (++extremes <= 3) return;
      difference = int32_t(d);
      extremes = 0;
    }
  };

  /// False: another sequence goes on.
  bool afterNone(ArithmeticDecoder& decoder) {
    // 0: the same, 1: a difference, 2: a complete time, else: another sequence
    const uint32_t symbol = decoder.steadySymbol(none_) + (kSameToo ? 0 : 1);
    if (symbol == 1) {
      Sequence& sequence = sequences_[current_];
      const uint32_t d = integer_.decode(decoder, 0, 0);
      sequence.difference = int32_t(d);
      sequence.add(d);
      sequence.extremes = 0;
    } else if (symbol == 2) {
      wholeTime(decoder);
    } else if (symbol > 2) {
      current_ = (current_ + symbol - 2) % kSequences;
      return false;
    }
    return true;
  }

  bool afterDifference(ArithmeticDecoder& decoder) {
    constexpr uint32_t kSame = 511, kWhole = 512;
    const uint32_t symbol = multiple(decoder);
    if (symbol <= kSame) [[likely]]
      return true;
    if (symbol == kWhole) {
      wholeTime(decoder);
      return true;
    }
    current_ = (current_ + symbol - kWhole) % kSequences;
    return false;
  }

  /// Up to 510: adds about so many units; a few of the last ones stand for negative numbers.
  uint32_t multiple(ArithmeticDecoder& decoder) {
    constexpr uint32_t kSame = 511, kFew = 10, kMost = 500, kMostNegative = 510;
    Decoding decoding(decoder);
    uint32_t symbol = decoding.steadySymbol(multiple_);
    if (!kSameToo && symbol >= kSame) ++symbol;
    if (symbol >= kSame) return symbol;
    Sequence& sequence = sequences_[current_];
    const auto unit = uint32_t(sequence.difference);
    const uint32_t context = symbol == 1              ? 1
                             : symbol == 0            ? 7
                             : symbol < kFew          ? 2
                             : symbol < kMost         ? 3
                             : symbol == kMost        ? 4
                             : symbol < kMostNegative ? 5
                                                      : 6;
    const uint32_t d = integer_.decode(decoding, (symbol <= kMost ? symbol : kMost - symbol) * unit, context);
    if (symbol == 0 || symbol == kMost || symbol == kMostNegative) {
      sequence.addExtreme(d);
    } else {
      sequence.add(d);
      if (symbol == 1) sequence.extremes = 0;
    }
    return symbol;
  }

  /// Starts a new sequence in place of the oldest one.
  void wholeTime(ArithmeticDecoder& decoder) {
    newest_ = (newest_ + 1) % kSequences;
    const uint64_t high = integer_.decode(decoder, uint32_t(sequences_[current_].time >> 32), 8);
    const uint64_t low = decoder.bits(32);
    sequences_[newest_] = {high << 32 | low};
    current_ = newest_;
  }

  static constexpr uint32_t kSequences = 4;
  std::array<Sequence, kSequences> sequences_;
  uint32_t current_ = 0, newest_ = 0;
  SymbolModel<kSameToo ? 6 : 5> none_;
  SymbolModel<kSameToo ? 516 : 515> multiple_;
  IntegerDecoder<32, 9> integer_;
};

}  // namespace arete::laz
