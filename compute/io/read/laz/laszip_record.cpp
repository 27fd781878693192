#include "compute/io/read/laz/laszip_record.h"

#include <array>

#include "compute/io/read/cursor.h"
#include "compute/io/read/laz/item.h"

namespace arete::laz {

namespace {

constexpr std::string_view kWriteAgain = "compress it again, with 'laszip' or 'pdal translate in.laz out.laz'";
constexpr std::string_view kFetchAgain = "the file is damaged: fetch or export it again";
constexpr uint64_t kHead = 34, kItem = 6;

/// For each item type: its size, 0 for any; its first and last version.
struct KnownItem {
  ItemType type;
  uint16_t size, firstVersion, lastVersion;
};
constexpr std::array<KnownItem, 10> kKnownItems = {{
    {ItemType::bytes, 0, 1, 2},
    {ItemType::point10, 20, 1, 2},
    {ItemType::gpsTime, 8, 1, 2},
    {ItemType::rgb, kRgbBytes, 1, 2},
    {ItemType::wavePacket, kWavePacketBytes, 1, 1},
    {ItemType::point14, 30, 2, 4},  // version 2 is an early name of 3
    {ItemType::layeredRgb, kRgbBytes, 2, 4},
    {ItemType::layeredRgbNir, kRgbNirBytes, 2, 4},
    {ItemType::layeredWavePacket, kWavePacketBytes, 3, 4},
    {ItemType::layeredBytes, 0, 2, 4},
}};

/// The items without extra bytes, in the order of the record.
std::vector<ItemType> itemsOf(int pointFormat) {
  using enum ItemType;
  switch (pointFormat) {
    case 0: return {point10};
    case 1: return {point10, gpsTime};
    case 2: return {point10, rgb};
    case 3: return {point10, gpsTime, rgb};
    case 4: return {point10, gpsTime, wavePacket};
    case 5: return {point10, gpsTime, rgb, wavePacket};
    case 6: return {point14};
    case 7: return {point14, layeredRgb};
    case 8: return {point14, layeredRgbNir};
    case 9: return {point14, layeredWavePacket};
    default: return {point14, layeredRgbNir, layeredWavePacket};
  }
}

std::string describe(const ItemInfo& item) {
  return "item of type " + std::to_string(int(item.type)) + ", version " + std::to_string(item.version) + ", " + std::to_string(item.size) + " bytes";
}

bool isKnown(const ItemInfo& item, Compressor compressor) {
  const auto known = std::ranges::find(kKnownItems, item.type, &KnownItem::type);
  if (known == kKnownItems.end() || (known->size != 0 && item.size != known->size)) return false;
  if (compressor == Compressor::none) return true;
  return item.version >= known->firstVersion && item.version <= known->lastVersion && isLayered(item.type) == (compressor == Compressor::layers);
}

}  // namespace

size_t layersOf(const ItemInfo& item) {
  switch (item.type) {
    case ItemType::point14: return kPoint14Layers;
    case ItemType::layeredRgb:
    case ItemType::layeredWavePacket: return 1;
    case ItemType::layeredRgbNir: return 2;
    case ItemType::layeredBytes: return item.size;
    default: return 0;
  }
}

LaszipRecord readLaszipRecord(const Source& source, uint64_t position, uint64_t length) {
  constexpr uint32_t kVariable = UINT32_MAX;
  const auto refuse = [&](const std::string& reason, std::string_view hint) { source.refuse(atByte(position), reason, hint); };
  if (length < kHead) refuse("the record of the LAZ compressor has " + std::to_string(length) + " bytes and is too short", kFetchAgain);
  Cursor cursor(source, position);
  LaszipRecord record;
  const auto compressor = cursor.read<uint16_t>(), coder = cursor.read<uint16_t>();
  if (compressor > uint16_t(Compressor::layers)) refuse("LAZ compressor " + std::to_string(compressor) + " is not known, 0 to 3 are", kWriteAgain);
  if (coder != 0) refuse("LAZ coder " + std::to_string(coder) + " is not known, only 0, arithmetic, is", kWriteAgain);
  record.compressor = Compressor(compressor);
  cursor.skip(8);  // version of the writer, options
  record.chunkSize = cursor.read<uint32_t>();
  if (record.chunkSize == kVariable) record.chunkSize = 0;
  cursor.skip(16);
  const auto items = cursor.read<uint16_t>();
  if (items == 0 || length != kHead + kItem * items)
    refuse("a record of the LAZ compressor with " + std::to_string(items) + " items cannot have " + std::to_string(length) + " bytes", kFetchAgain);
  for (int i = 0; i < int(items); ++i) {
    const auto type = cursor.read<uint16_t>(), size = cursor.read<uint16_t>(), version = cursor.read<uint16_t>();
    record.items.push_back({ItemType(type), size, version});
  }
  return record;
}

void checkItems(const Source& source, uint64_t position, const LaszipRecord& record, int pointFormat, uint16_t recordLength) {
  const std::string format = "point format " + std::to_string(pointFormat) + " with records of " + std::to_string(recordLength) + " bytes";
  std::vector<ItemType> expected = itemsOf(pointFormat);
  size_t bytes = 0;
  for (size_t i = 0; i < record.items.size(); ++i) {
    const ItemInfo& item = record.items[i];
    bytes += item.size;
    const bool isExtra = i == expected.size() && item.size > 0 && (item.type == ItemType::bytes || item.type == ItemType::layeredBytes);
    if (!isExtra && (i >= expected.size() || item.type != expected[i]))
      source.refuse(atByte(position), "an " + describe(item) + ", does not belong into " + format, kFetchAgain);
    if (!isKnown(item, record.compressor))
      source.refuse(atByte(position), "an " + describe(item) + ", is not known to LAZ compressor " + std::to_string(int(record.compressor)),
                    kWriteAgain);
  }
  if (record.items.size() < expected.size() || bytes != recordLength)
    source.refuse(atByte(position), "the LAZ items, of " + std::to_string(bytes) + " bytes in all, are not those of " + format, kFetchAgain);
}

}  // namespace arete::laz
