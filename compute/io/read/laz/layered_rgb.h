// RGB14 and RGBNIR14: the colour of a point, in a layer of its own, and near infrared in another.
// Idea: their decoder needs nothing of those of POINT14, so the steps of a colour are taken between those of a place: a processor then works on both
// at once, where each alone would wait for its own last symbol. Memory: as RGB12, for each channel that occurs. Source: laz.md, section 8.
#pragma once

#include "compute/io/read/laz/channel_items.h"
#include "compute/io/read/laz/rgb.h"

namespace arete::laz {

class NearInfraredModels {
 public:
  void next(ArithmeticDecoder& decoder, std::byte* value) {
    const uint32_t used = decoder.symbol(used_);
    for (size_t i = 0; i < bytes_.size(); ++i)
      if (used >> i & 1) value[i] = std::byte(uint8_t(value[i]) + decoder.symbol(bytes_[i].get()));
  }

 private:
  SymbolModel<4> used_;
  std::array<Lazy<SymbolModel<256>>, 2> bytes_;
};

class LayeredRgb {
  struct Models {
    RgbModels rgb;
    NearInfraredModels nearInfrared;
  };

 public:
  LayeredRgb(int version, Layers layers) : layers_(std::move(layers)), items_(version) {}

  void begin(const std::byte* item, const PointContext& context) { items_.begin(item, layers_.size() > 1 ? kRgbNirBytes : kRgbBytes, context); }

  /// The colour of the next point: all of its steps in order, then end().
  class Point {
   public:
    [[gnu::always_inline]] Point(LayeredRgb& colours, const PointContext& context)
        : colours_(colours), next_(colours.items_.next(context)), isThere_(colours.layers_[0] != nullptr) {
      if (!isThere_) return;
      Decoding decoding(*colours_.layers_[0]);
      change_.begin(next_.models.rgb, decoding, next_.last);
    }
    template <size_t kStep>
    [[gnu::always_inline]] void step() {
      if (!isThere_) return;
      Decoding decoding(*colours_.layers_[0]);
      change_.step<kStep>(next_.models.rgb, decoding, next_.last);
    }
    [[gnu::always_inline]] void end(std::byte* item) {
      if (isThere_) change_.end(next_.last);
      if (colours_.layers_.size() > 1 && colours_.layers_[1]) next_.models.nearInfrared.next(*colours_.layers_[1], next_.last + kRgbBytes);
      std::memcpy(item, next_.last, kRgbBytes);
      if (colours_.layers_.size() > 1) std::memcpy(item + kRgbBytes, next_.last + kRgbBytes, kRgbNirBytes - kRgbBytes);
    }

   private:
    LayeredRgb& colours_;
    ChannelItems<Models>::Next next_;
    bool isThere_;
    RgbModels::Change change_;
  };

 private:
  Layers layers_;
  ChannelItems<Models> items_;
};

}  // namespace arete::laz
