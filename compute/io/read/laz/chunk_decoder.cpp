#include "compute/io/read/laz/chunk_decoder.h"

#include <algorithm>

namespace arete::laz {

namespace {

/// For each layer of POINT14: which bytes of the item it determines.
constexpr std::array<WantedBytes::Part, kPoint14Layers> kBytesOfLayers = {
    {{0, 8}, {8, 4}, {16, 1}, {15, 1}, {12, 2}, {18, 2}, {17, 1}, {20, 2}, {22, 8}}};

WantedBytes::Part bytesOfLayer(const ItemInfo& item, size_t layer) {
  switch (item.type) {
    case ItemType::point14: return kBytesOfLayers[layer];
    case ItemType::layeredBytes: return {layer, 1};
    case ItemType::layeredRgbNir: return layer == 0 ? WantedBytes::Part{0, kRgbBytes} : WantedBytes::Part{kRgbBytes, kRgbNirBytes - kRgbBytes};
    default: return {0, item.size};
  }
}

std::unique_ptr<Item> makeItem(const ItemInfo& info, ArithmeticDecoder& decoder) {
  switch (info.type) {
    case ItemType::point10: return makePoint10(info.version, decoder);
    case ItemType::gpsTime: return makeGpsTime(info.version, decoder);
    case ItemType::rgb: return makeRgb(info.version, decoder);
    case ItemType::wavePacket: return makeWavePacket(decoder);
    default: return makeExtraBytes(info.version, info.size, decoder);
  }
}

std::unique_ptr<Item> makeItem(const ItemInfo& info, Layers layers) {
  switch (info.type) {
    case ItemType::point14: return makePoint14(std::move(layers));
    case ItemType::layeredWavePacket: return makeLayeredWavePacket(info.version, std::move(layers));
    default: return makeLayeredExtraBytes(info.version, std::move(layers));
  }
}

}  // namespace

ChunkDecoder::ChunkDecoder(const LazPoints& points, const WantedBytes& wanted, const Chunk& chunk)
    : wanted_(wanted), points_(chunk.points), end_(chunk.end) {
  ByteRange range(points.source, chunk.begin, chunk.end == 0 ? points.end : chunk.end);
  ByteRange first = range.split(points.recordLength);
  record_.resize(points.recordLength);
  first.take(record_);
  if (points.record.compressor == Compressor::layers) beginLayered(points, range);
  else beginPointwise(points, range);
  for (const Part& part : items_) part.item->begin(record_.data() + part.at, context_);
}

void ChunkDecoder::beginPointwise(const LazPoints& points, const ByteRange& range) {
  decoder_ = std::make_unique<ArithmeticDecoder>(range);
  for (size_t at = 0; const ItemInfo& item : points.record.items) {
    items_.push_back({at, makeItem(item, *decoder_)});
    at += item.size;
  }
}

void ChunkDecoder::beginLayered(const LazPoints& points, ByteRange range) {
  std::vector<std::byte> sizes(4 * (1 + points.layers()));
  range.split(sizes.size());
  ByteRange(points.source, range.position() - sizes.size(), range.position()).take(sizes);
  if (const auto count = get<uint32_t>(sizes.data()); count != points_)
    throw Damage{"it says that it has " + std::to_string(count) + " points, the table says " + std::to_string(points_)};
  uint64_t sum = 0;
  for (size_t i = 4; i < sizes.size(); i += 4) sum += get<uint32_t>(sizes.data() + i);
  if (sum != range.left()) throw Damage{"its layers have " + std::to_string(sum) + " bytes, it has " + std::to_string(range.left())};
  if (points_ > 1 && get<uint32_t>(sizes.data() + 4) == 0) throw Damage{"it has points but no layer of their coordinates"};
  std::span<const std::byte> left = std::span(sizes).subspan(4);
  size_t at = 0;
  const auto open = [&](const ItemInfo& item) {
    const size_t bytes = 4 * layersOf(item);
    Layers layers = openLayers(item, std::exchange(at, at + item.size), left.first(bytes), range);
    left = left.subspan(bytes);
    return layers;
  };
  const std::vector<ItemInfo>& items = points.record.items;
  for (size_t i = 0; i < items.size(); ++i) {
    const size_t begin = at;
    Layers layers = open(items[i]);
    const bool hasColour = i + 1 < items.size() && (items[i + 1].type == ItemType::layeredRgb || items[i + 1].type == ItemType::layeredRgbNir);
    if (hasColour) items_.push_back({begin, makePoint14(std::move(layers), items[i + 1].version, open(items[i + 1]))}), ++i;
    else items_.push_back({begin, makeItem(items[i], std::move(layers))});
  }
}

Layers ChunkDecoder::openLayers(const ItemInfo& item, size_t at, std::span<const std::byte> sizes, ByteRange& range) {
  Layers layers(sizes.size() / 4);
  for (size_t i = 0; i < layers.size(); ++i) {
    const ByteRange bytes = range.split(get<uint32_t>(sizes.data() + 4 * i));
    const auto [begin, count] = bytesOfLayer(item, i);
    const auto first = wanted_.unpacked.begin() + ptrdiff_t(at + begin);
    const bool placesOthers = item.type == ItemType::point14 && i == 0;
    if (bytes.left() == 0 || !(placesOthers || std::find(first, first + ptrdiff_t(count), true) != first + ptrdiff_t(count))) continue;
    layers[i] = std::make_unique<ArithmeticDecoder>(bytes);
    layersToEnd_.push_back(layers[i].get());
  }
  return layers;
}

std::byte* ChunkDecoder::keep(std::byte* out) const {
  for (const WantedBytes::Part& part : wanted_.kept) {
    std::memcpy(out, record_.data() + part.begin, part.bytes);
    out += part.bytes;
  }
  return out;
}

void ChunkDecoder::next(size_t rows, std::byte* out) {
  if (rows > 0 && isFirst_) {
    isFirst_ = false;
    out = keep(out);
    --rows;
  }
  for (; rows > 0; --rows) {
    for (const Part& part : items_) part.item->next(record_.data() + part.at, context_);
    out = keep(out);
  }
}

uint64_t ChunkDecoder::finish() const {
  const auto left = [](const ArithmeticDecoder& decoder) {
    if (!decoder.atEnd()) throw Damage{"its points end before its compressed bytes do"};
  };
  if (decoder_ && end_ != 0) left(*decoder_);
  for (const ArithmeticDecoder* layer : layersToEnd_) left(*layer);
  return decoder_ ? decoder_->position() : end_;
}

}  // namespace arete::laz
