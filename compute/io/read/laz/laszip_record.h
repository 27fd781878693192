// What the record "laszip encoded" of a LAZ file says: how its points are compressed, and of which items they are.
// Source: laz.md, sections 1 and 2.
#pragma once

#include "compute/io/read/source.h"

namespace arete::laz {

enum class Compressor : uint16_t { none, onePiece, chunks, layers };

/// The numbers are those of files.
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
  uint32_t chunkSize = 0;  ///< in points; 0: of every chunk another
  std::vector<ItemInfo> items;
};

/// The record whose `length` bytes begin at `position`. Refuses what is no such record.
LaszipRecord readLaszipRecord(const Source& source, uint64_t position, uint64_t length);

/// Refuses items other than those of the point format, in other sizes or versions than there are, or under another compressor. `position`: of the
/// record.
void checkItems(const Source& source, uint64_t position, const LaszipRecord& record, int pointFormat, uint16_t recordLength);

/// How many layers a chunk has for this item; 0 for pointwise ones.
size_t layersOf(const ItemInfo& item);
inline bool isLayered(ItemType type) { return type >= ItemType::point14; }

}  // namespace arete::laz
