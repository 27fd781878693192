// WAVEPACKET14 and BYTE14: items that follow POINT14 in a record, in layers of their own.
// Idea: as the pointwise items, but each channel of the scanner has models and a last item of its own.
// Memory: as the pointwise items, for each channel that occurs. Source: laz.md, section 8.
#include "compute/io/read/laz/channel_items.h"
#include "compute/io/read/laz/wave_packet.h"

namespace arete::laz {

namespace {

class LayeredWavePacket final : public Item {
 public:
  LayeredWavePacket(int version, Layers layers) : layers_(std::move(layers)), items_(version) {}
  void begin(const std::byte* item, PointContext& context) override { items_.begin(item, kWavePacketBytes, context); }
  void next(std::byte* item, PointContext& context) override {
    if (!layers_[0]) return;
    const auto [models, packet] = items_.next(context);
    models.next(*layers_[0], packet);
    std::copy_n(packet, kWavePacketBytes, item);
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
    const auto [models, last] = items_.next(context, bytes_.size());
    for (size_t i = 0; i < bytes_.size(); ++i) {
      last[i] = std::byte(uint8_t(last[i]) + bytes_[i].layer->symbol(models[i].get()));
      item[bytes_[i].at] = last[i];
    }
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

std::unique_ptr<Item> makeLayeredWavePacket(int version, Layers layers) { return std::make_unique<LayeredWavePacket>(version, std::move(layers)); }
std::unique_ptr<Item> makeLayeredExtraBytes(int version, Layers layers) { return std::make_unique<LayeredExtraBytes>(version, std::move(layers)); }

}  // namespace arete::laz
