// Colours as differences, green from red and blue from both: what RGB12 version 2, RGB14 and RGBNIR14 share.
// Memory: six models of 256 symbols. Cost: one symbol that says which bytes change, and one per changed byte. Source: laz.md, section 7.
#pragma once

#include <utility>

#include "compute/io/read/laz/arithmetic_decoder.h"
#include "compute/io/read/laz/fields.h"

namespace arete::laz {

class RgbModels {
 public:
  static constexpr size_t kSteps = 6;

  /// From the colour of the previous point to that of the next one, in steps between which a caller may do what does not depend on it. All in order.
  class Change {
   public:
    [[gnu::always_inline]] void begin(RgbModels& models, Decoding& decoding, const std::byte* rgb) {
      constexpr uint32_t kRed = 3;
      used_ = decoding.steadySymbol(models.used_);
      isGrey_ = (used_ & 64) == 0;
      if (isGrey_) used_ &= kRed;
      for (size_t i = 0; i < last_.size(); ++i) last_[i] = int(rgb[i]);
    }
    template <size_t kStep>
    [[gnu::always_inline]] void step(RgbModels& models, Decoding& decoding, std::byte* rgb) {
      constexpr std::array<size_t, kSteps> kOrder = {0, 1, 2, 4, 3, 5};  // red low, red high, green low, blue low …
      constexpr size_t kByte = kOrder[kStep], kColour = kByte / 2, kHalf = kByte % 2;
      if ((used_ >> kByte & 1) == 0) return;
      const int red = int(rgb[kHalf]) - last_[kHalf];
      int prediction = last_[kByte];
      if constexpr (kColour == 1) prediction = clamped(red + last_[kByte]);
      if constexpr (kColour == 2) prediction = clamped((red + int(rgb[kByte - 2]) - last_[kByte - 2]) / 2 + last_[kByte]);
      rgb[kByte] = std::byte(uint32_t(prediction) + decoding.symbol(models.bytes_[kByte].get()));
    }
    [[gnu::always_inline]] void end(std::byte* rgb) const {
      if (isGrey_) grey(rgb);
    }

   private:
    uint32_t used_ = 0;
    bool isGrey_ = false;
    std::array<int, 6> last_{};  // red low, red high, green low …
  };

  /// Replaces the colour of the previous point by that of the next one.
  void next(ArithmeticDecoder& decoder, std::byte* rgb) {
    Decoding decoding(decoder);
    Change change;
    change.begin(*this, decoding, rgb);
    [&]<size_t... kStep>(std::index_sequence<kStep...>) __attribute__((always_inline)) { (change.step<kStep>(*this, decoding, rgb), ...); }
    (std::make_index_sequence<kSteps>());
    change.end(rgb);
  }

 private:
  static int clamped(int value) { return std::clamp(value, 0, 255); }
  static void grey(std::byte* rgb) {
    std::memcpy(rgb + 2, rgb, 2);
    std::memcpy(rgb + 4, rgb, 2);
  }

  SymbolModel<128> used_;
  std::array<Lazy<SymbolModel<256>>, 6> bytes_;
};

}  // namespace arete::laz
