// Where the chunks of a LAZ file lie: from its table, or by walking from one to the next where that is missing.
// Source: laz.md, section 3.
#pragma once

#include "compute/io/read/laz/laszip_record.h"

namespace arete::laz {

/// The compressed points of a file.
struct LazPoints {
  const Source& source;
  LaszipRecord record;
  uint64_t begin = 0;  ///< first byte
  uint64_t end = 0;    ///< where they end, as far as the header tells: at further records or at the end of the file
  uint64_t count = 0;
  uint16_t recordLength = 0;

  size_t layers() const;  ///< of a chunk
};

struct Chunk {
  uint64_t begin = 0, end = 0;  ///< bytes; begin 0: where the previous chunk ends; end 0: unknown
  uint64_t first = 0, points = 0;

  uint64_t endRow() const { return first + points; }
};

/// All chunks of the file, in order. Warns where the table could not be used. Refuses what contradicts the header.
std::vector<Chunk> findChunks(const LazPoints& points, std::vector<std::string>& warnings);

}  // namespace arete::laz
