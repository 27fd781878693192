// The bytes of a file between two places, some at a time: from disk without having all of them in memory, or directly from memory.
#pragma once

#include "compute/io/read/source.h"

namespace arete::laz {

class ByteRange {
 public:
  /// [begin, end), which must lie in the file.
  ByteRange(const Source& source, uint64_t begin, uint64_t end) : source_(&source), next_(begin), end_(end) {}

  /// Position of the next byte.
  uint64_t position() const { return next_; }
  uint64_t left() const { return end_ - next_; }
  /// Fills `bytes`, which may be no more than left().
  void take(std::span<std::byte> bytes);
  /// Splits off a range that starts here; this one continues after it. Throws Damage where there are not enough bytes.
  ByteRange split(uint64_t bytes);

 private:
  const Source* source_;
  uint64_t next_, end_;
};

}  // namespace arete::laz
