// LAZ files made of LAS files, in every way that the format has. Source: laz.md, sections 1 to 3, turned round.
#pragma once

#include <memory>

#include "tests/support/bytes.h"
#include "tests/support/laz/layered.h"
#include "tests/support/laz/pointwise.h"

namespace arete::test::laz {

struct Wish {
  int version = 2;              ///< of the items: 1 or 2 up to point format 5, 3 or 4 from 6 on
  bool onePiece = false;        ///< compressor 1
  uint32_t chunkSize = 50'000;  ///< 0: chunks of 1, 2, 3 … points, and what is left in the eighth
  enum Table { whole, atTheEnd, missing, zeroed } table = whole;
  bool plain = false;  ///< times are coded as writers do, not in all ways that there are
};

/// Where items lie in records.
struct Layout {
  int format;
  size_t recordLength;
  int version;
  bool plain = false;

  static constexpr std::array<size_t, 11> kBase = {20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67};
  size_t extra() const { return recordLength - kBase[size_t(format)]; }
  bool hasTime() const { return format == 1 || (format >= 3 && format <= 5); }
  bool hasColour() const { return format == 2 || format == 3 || format == 5; }
  bool hasPacket() const { return format == 4 || format == 5 || format == 9 || format == 10; }

  /// Type, size and version of each item.
  std::vector<std::array<uint16_t, 3>> items() const {
    const auto v = uint16_t(version);
    std::vector<std::array<uint16_t, 3>> all;
    if (format >= 6) all.push_back({10, 30, v});
    else all.push_back({6, 20, v});
    if (hasTime()) all.push_back({7, 8, v});
    if (hasColour()) all.push_back({8, 6, v});
    if (format == 7) all.push_back({11, 6, v});
    if (format == 8 || format == 10) all.push_back({12, 8, v});
    if (hasPacket() && format < 6) all.push_back({9, 29, 1});
    if (hasPacket() && format >= 6) all.push_back({13, 29, v});
    if (extra() > 0) all.push_back({uint16_t(format >= 6 ? 14 : 0), uint16_t(extra()), v});
    return all;
  }
};

inline std::string pointwiseChunk(const Layout& layout, std::string_view records) {
  std::vector<std::unique_ptr<PointwiseItem>> items;
  size_t at = 0;
  for (const auto& [type, size, version] : layout.items()) {
    if (type == 6) items.push_back(std::make_unique<Point10>(at, version));
    if (type == 7) items.push_back(std::make_unique<GpsTime>(at, version, field<uint64_t>(records.data(), at), layout.plain));
    if (type == 8) items.push_back(std::make_unique<Rgb>(at, version));
    if (type == 9) items.push_back(std::make_unique<WavePacket>(at));
    if (type == 0) items.push_back(std::make_unique<ExtraBytes>(at, version, size));
    at += size;
  }
  Coder coder;
  for (const char* now = records.data() + layout.recordLength; now < records.data() + records.size(); now += layout.recordLength)
    for (const auto& item : items) item->put(coder, now - layout.recordLength, now);
  return std::string(records.substr(0, layout.recordLength)) + coder.finish();
}

inline std::string layeredChunk(const Layout& layout, std::string_view records) {
  const char* first = records.data();
  Point14 point(first, layout.plain);
  std::vector<LayeredItem> others;
  size_t at = 30, layers = Point14::kLayers;
  for (const auto& [type, size, version] : layout.items()) {
    if (type == 10) continue;
    const auto kind = type == 11 ? LayeredItem::colour : type == 12 ? LayeredItem::infrared : type == 13 ? LayeredItem::packet : LayeredItem::bytes;
    others.emplace_back(kind, version, at, size, first, byteAt(first, 15) >> 4 & 3);
    layers += others.back().layers();
    at += size;
  }
  std::vector<LayerCoder> coders(layers);
  for (const char* now = first + layout.recordLength; now < first + records.size(); now += layout.recordLength) {
    const Channels channels = point.put(coders, now);
    std::span<LayerCoder> left = std::span(coders).subspan(Point14::kLayers);
    for (LayeredItem& item : others) {
      item.put(left, now, channels);
      left = left.subspan(item.layers());
    }
  }
  Bytes chunk{std::string(records.substr(0, layout.recordLength))};
  chunk.put(uint32_t(records.size() / layout.recordLength));
  std::string bytes;
  for (LayerCoder& layer : coders) {
    const std::string stream = layer.changes ? layer.coder.finish() : "";
    chunk.put(uint32_t(stream.size()));
    bytes += stream;
  }
  return chunk.string() + bytes;
}

/// The table of chunks, as bytes and points of each.
inline std::string chunkTable(const std::vector<std::array<uint32_t, 2>>& chunks, bool variable) {
  Bytes head;
  head.put(0U).put(uint32_t(chunks.size()));
  Coder coder;
  Models models;
  std::array<uint32_t, 2> last{};
  for (const auto& chunk : chunks) {
    if (variable) models.integer(coder, 0, 32, 0, last[1], chunk[1]);
    models.integer(coder, 0, 32, 1, last[0], chunk[0]);
    last = chunk;
  }
  return head.string() + (chunks.empty() ? "" : coder.finish());
}

inline std::string laszipRecord(const Layout& layout, const Wish& wish) {
  Bytes record;
  const auto items = layout.items();
  record.zeros(2).text("laszip encoded").zeros(2).put<uint16_t>(22204).put(uint16_t(34 + 6 * items.size())).zeros(32);
  record.put<uint16_t>(layout.format >= 6 ? 3 : wish.onePiece ? 1 : 2).put<uint16_t>(0).zeros(8);
  record.put(wish.chunkSize == 0 ? UINT32_MAX : wish.chunkSize).put<int64_t>(-1).put<int64_t>(-1).put(uint16_t(items.size()));
  for (const auto& item : items)
    for (const uint16_t number : item) record.put(number);
  return record.string();
}

/// The same points, compressed. `las` has nothing behind its points.
inline std::string compress(const std::string& las, const Wish& wish) {
  const auto begin = field<uint32_t>(las.data(), 96);
  const Layout layout{las[104], field<uint16_t>(las.data(), 105), wish.version, wish.plain};
  const std::string record = laszipRecord(layout, wish);
  Bytes file(las.substr(0, begin) + record);
  file.at(96, uint32_t(begin + record.size())).at(100, field<uint32_t>(las.data(), 100) + 1).at(104, uint8_t(layout.format | 0x80));
  std::string_view points = std::string_view(las).substr(begin);
  if (wish.onePiece) return file.text(points.empty() ? "" : pointwiseChunk(layout, points)).string();
  const size_t place = file.string().size();
  file.put<int64_t>(wish.table == Wish::atTheEnd ? -1 : int64_t(place));
  std::vector<std::array<uint32_t, 2>> chunks;
  while (!points.empty()) {
    const size_t left = points.size() / layout.recordLength;
    const size_t count = wish.chunkSize > 0 ? std::min<size_t>(wish.chunkSize, left) : chunks.size() < 7 ? std::min(chunks.size() + 1, left) : left;
    const std::string_view these = points.substr(0, count * layout.recordLength);
    const std::string chunk = layout.format >= 6 ? layeredChunk(layout, these) : pointwiseChunk(layout, these);
    file.text(chunk);
    chunks.push_back({uint32_t(chunk.size()), uint32_t(count)});
    points.remove_prefix(these.size());
  }
  const auto end = int64_t(file.string().size());
  if (wish.table == Wish::missing) return file.string();
  const std::string table = chunkTable(chunks, wish.chunkSize == 0);
  file.text(wish.table == Wish::zeroed ? std::string(table.size(), '\0') : table);
  if (wish.table == Wish::atTheEnd) file.put(end);
  else file.at(place, end);
  return file.string();
}

}  // namespace arete::test::laz
