// The record "laszip encoded" of a LAZ file: how its points are compressed, and which items they consist of.
// Source: laz.md, sections 1 and 2.
#pragma once

#include "compute/io/read/source.h"

namespace arete::laz {

enum class Compressor : uint16_t { none, onePiece, chunks, layers };

/// The numbers are those used in files.
enum class ItemType : uint16_t {
  bytes = 0,
  point10 = 6,
  gpsTime = 7,
  rgb = 8,
  wavePacket = 9,
  point14 = 10,
  layeredRgb = 11,
  layeredRgbNir = 12,
  layeredWavePacket = 13,
  layeredBytes = 14
};

struct ItemInfo {
  ItemType type = ItemType::bytes;
  uint16_t size = 0, version = 0;
};

struct LaszipRecord {
  Compressor compressor = Compressor::none;
  uint32_t chunkSize = 0;  ///< in points; 0: varies
  std::vector<ItemInfo> items;
};

/// Reads the record whose `length` bytes begin at `position`. Refuses anything else.
LaszipRecord readLaszipRecord(const Source& source, uint64_t position, uint64_t length);

/// Refuses items that do not fit the point format or the compressor, or have unknown sizes or versions. `position`: of the
/// record.
void checkItems(const Source& source, uint64_t position, const LaszipRecord& record, int pointFormat, uint16_t recordLength);

/// How many layers a chunk has for this item; 0 for pointwise ones.
size_t layersOf(const ItemInfo& item);
inline bool isLayered(ItemType type) { return type >= ItemType::point14; }

}  // namespace arete::laz
