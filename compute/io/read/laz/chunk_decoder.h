// One chunk of a LAZ file, some points at a time: chunks are independent.
// Source: laz.md, section 3.
#pragma once

#include "compute/io/read/laz/chunk_table.h"
#include "compute/io/read/laz/item.h"

namespace arete::laz {

/// Which bytes of a record to unpack, and which of these to keep.
struct WantedBytes {
  struct Part {
    size_t begin = 0, bytes = 0;
  };
  std::vector<bool> unpacked;  ///< by byte; layers without any of these are skipped
  std::vector<Part> kept;      ///< ascending; they are adjacent in the resulting rows
  size_t rowBytes = 0;         ///< of what is kept
};

class ChunkDecoder {
 public:
  /// `wanted` must stay where it is. Throws Damage, as the other functions do.
  ChunkDecoder(const LazPoints& points, const WantedBytes& wanted, const Chunk& chunk);
  /// Unpacks the next `rows` points, which the chunk must still have.
  void next(size_t rows, std::byte* out);
  /// After the last point: all bytes must have been needed. Returns where the chunk ends.
  uint64_t finish() const;

 private:
  struct Part {
    size_t at;  // in the record
    std::unique_ptr<Item> item;
  };
  void beginPointwise(const LazPoints& points, const ByteRange& range);
  void beginLayered(const LazPoints& points, ByteRange range);
  Layers openLayers(const ItemInfo& item, size_t at, std::span<const std::byte> sizes, ByteRange& range);
  std::byte* keep(std::byte* out) const;

  const WantedBytes& wanted_;
  uint64_t points_;
  uint64_t end_;  // 0: not known
  std::vector<std::byte> record_;
  bool isFirst_ = true;
  PointContext context_;
  std::unique_ptr<ArithmeticDecoder> decoder_;         // of pointwise items
  std::vector<const ArithmeticDecoder*> layersToEnd_;  // of layers that are unpacked
  std::vector<Part> items_;
};

}  // namespace arete::laz
