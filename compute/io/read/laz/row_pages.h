// Memory for blocks of rows, which come and go about in order: some share huge pages, so that a megabyte is one fault of the system and not 256.
// Memory: the blocks, and up to 2 MB around those that are there.
#pragma once

#include <vector>

#include "compute/core/pages.h"

namespace arete::laz {

class RowPages {
 public:
  /// `count` blocks in all.
  RowPages(size_t blockBytes, size_t count);

  /// For the block, which is not there.
  std::byte* take(size_t block);
  /// One that was taken.
  std::byte* at(size_t block) const { return slabs_[block / slabBlocks_].pages.bytes() + block % slabBlocks_ * blockBytes_; }
  void release(size_t block);

 private:
  struct Slab {
    Pages pages;
    size_t blocks = 0;  // not released
  };
  static constexpr size_t kSlabBytes = 2 * Pages::kHugeBytes;

  size_t blockBytes_, count_, slabBlocks_;
  std::vector<Slab> slabs_;
};

}  // namespace arete::laz
