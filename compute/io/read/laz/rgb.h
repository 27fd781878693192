// Colours as differences, green from red and blue from both: what RGB12 version 2, RGB14 and RGBNIR14 share.
// Memory: six models of 256 symbols. Cost: one symbol that says which bytes change, and one per changed byte. Source: laz.md, section 7.
#pragma once

#include "compute/io/read/laz/arithmetic_decoder.h"
#include "compute/io/read/laz/fields.h"

namespace arete::laz {

class RgbModels {
 public:
  /// Replaces the colour of the previous point by that of the next one.
  void next(ArithmeticDecoder& decoder, std::byte* rgb) {
    Decoding decoding(decoder);
    const uint32_t used = decoding.steadySymbol(used_);
    if (used == 0) return grey(rgb);
    std::array<int, 6> last;  // red low, red high, green low …
    for (size_t i = 0; i < last.size(); ++i) last[i] = int(rgb[i]);
    const auto change = [&](size_t i, int prediction) __attribute__((always_inline)) {
      if (used >> i & 1) rgb[i] = std::byte(uint32_t(prediction) + decoding.symbol(bytes_[i].get()));
    };
    change(0, last[0]);
    change(1, last[1]);
    if ((used & 64) == 0) return grey(rgb);
    const std::array<int, 2> red = {int(rgb[0]) - last[0], int(rgb[1]) - last[1]};
    for (const size_t half : {0U, 1U}) {
      const size_t green = 2 + half, blue = 4 + half;
      change(green, clamped(red[half] + last[green]));
      change(blue, clamped((red[half] + int(rgb[green]) - last[green]) / 2 + last[blue]));
    }
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
