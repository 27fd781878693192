// RGB14, RGBNIR14, WAVEPACKET14 and BYTE14: the items that follow POINT14 in a record, in layers of their own.
// Idea: as the pointwise items, but each channel of the scanner has models and a last item of its own. Version 3 mixes these up in a way that every
// reader has to repeat: see ChannelItems.
// Memory: as the pointwise items, for each channel that occurs. Source: laz.md, section 8.
#include "compute/io/read/laz/item.h"
#include "compute/io/read/laz/rgb.h"
#include "compute/io/read/laz/wave_packet.h"

namespace arete::laz {

namespace {

/// Models and last item of each channel, and which of them are due.
template <class Models>
class ChannelItems {
 public:
  explicit ChannelItems(int version) : version_(version) {}

  template <class... Arguments>
  void begin(const std::byte* item, size_t bytes, const PointContext& context, Arguments... arguments) {
    current_ = channelOf(context);
    channels_[current_] = std::make_unique<Channel>(Channel{{item, item + bytes}, Models(arguments...)});
  }

  /// Calls f(models, last item) for the next point. Up to version 3, the first item after a change of channel is predicted from, and written to,
  /// the last item of the previous channel, though with the new channel's models; only a channel that is new starts with a copy.
  template <class F, class... Arguments>
  const std::vector<std::byte>& next(const PointContext& context, F&& f, Arguments... arguments) {
    constexpr int kRightVersion = 4;
    const uint32_t channel = channelOf(context), before = current_;
    current_ = channel;
    const bool isNew = !channels_[channel];
    if (isNew) channels_[channel] = std::make_unique<Channel>(Channel{channels_[before]->last, Models(arguments...)});
    std::vector<std::byte>& last = channels_[isNew || version_ >= kRightVersion ? channel : before]->last;
    f(channels_[channel]->models, last.data());
    return last;
  }

 private:
  uint32_t channelOf(const PointContext& context) const { return version_ >= 4 ? context.channel : context.channelIfNamed; }
  struct Channel {
    std::vector<std::byte> last;
    Models models;
  };

  int version_;
  uint32_t current_ = 0;
  std::array<std::unique_ptr<Channel>, 4> channels_;
};

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

/// RGB14 and RGBNIR14.
class LayeredRgb final : public Item {
 public:
  LayeredRgb(int version, Layers layers) : layers_(std::move(layers)), items_(version) {}
  void begin(const std::byte* item, PointContext& context) override { items_.begin(item, layers_.size() > 1 ? kRgbNirBytes : kRgbBytes, context); }
  void next(std::byte* item, PointContext& context) override {
    const auto& last = items_.next(context, [&](Models& models, std::byte* colour) {
      if (layers_[0]) models.rgb.next(*layers_[0], colour);
      if (layers_.size() > 1 && layers_[1]) models.nearInfrared.next(*layers_[1], colour + kRgbBytes);
    });
    std::ranges::copy(last, item);
  }

 private:
  struct Models {
    RgbModels rgb;
    NearInfraredModels nearInfrared;
  };
  Layers layers_;
  ChannelItems<Models> items_;
};

class LayeredWavePacket final : public Item {
 public:
  LayeredWavePacket(int version, Layers layers) : layers_(std::move(layers)), items_(version) {}
  void begin(const std::byte* item, PointContext& context) override { items_.begin(item, kWavePacketBytes, context); }
  void next(std::byte* item, PointContext& context) override {
    if (!layers_[0]) return;
    std::ranges::copy(items_.next(context, [&](WavePacketModels& models, std::byte* packet) { models.next(*layers_[0], packet); }), item);
  }

 private:
  Layers layers_;
  ChannelItems<WavePacketModels> items_;
};

class LayeredExtraBytes final : public Item {
 public:
  LayeredExtraBytes(int version, Layers layers) : items_(version) {
    for (size_t i = 0; i < layers.size(); ++i)
      if (layers[i]) bytes_.push_back({i, std::move(layers[i])});
  }
  void begin(const std::byte* item, PointContext& context) override {
    std::vector<std::byte> first;
    for (const Byte& byte : bytes_) first.push_back(item[byte.at]);
    items_.begin(first.data(), first.size(), context, first.size());
  }
  void next(std::byte* item, PointContext& context) override {
    const auto change = [&](Models& models, std::byte* last) {
      for (size_t i = 0; i < bytes_.size(); ++i) {
        last[i] = std::byte(uint8_t(last[i]) + bytes_[i].layer->symbol(models[i].get()));
        item[bytes_[i].at] = last[i];
      }
    };
    items_.next(context, change, bytes_.size());
  }

 private:
  using Models = std::vector<Lazy<SymbolModel<256>>>;
  struct Byte {
    size_t at;
    Layer layer;
  };
  std::vector<Byte> bytes_;  // bytes that change and are wanted
  ChannelItems<Models> items_;
};

}  // namespace

std::unique_ptr<Item> makeLayeredRgb(int version, Layers layers) { return std::make_unique<LayeredRgb>(version, std::move(layers)); }
std::unique_ptr<Item> makeLayeredWavePacket(int version, Layers layers) { return std::make_unique<LayeredWavePacket>(version, std::move(layers)); }
std::unique_ptr<Item> makeLayeredExtraBytes(int version, Layers layers) { return std::make_unique<LayeredExtraBytes>(version, std::move(layers)); }

}  // namespace arete::laz
