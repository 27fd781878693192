#include "compute/io/read/laz/row_pages.h"

#include <algorithm>

namespace arete::laz {

RowPages::RowPages(size_t blockBytes, size_t count)
    : blockBytes_(blockBytes), count_(count), slabBlocks_(std::max<size_t>(kSlabBytes / std::max<size_t>(blockBytes, 1), 1)) {}

std::byte* RowPages::take(size_t block) {
  const size_t number = block / slabBlocks_, first = number * slabBlocks_;
  if (slabs_.size() <= number) slabs_.resize(number + 1);
  Slab& slab = slabs_[number];
  if (slab.pages.bytes() == nullptr) {
    slab.blocks = std::min(slabBlocks_, count_ - first);
    slab.pages = Pages(slab.blocks * blockBytes_);
  }
  return at(block);
}

void RowPages::release(size_t block) {
  Slab& slab = slabs_[block / slabBlocks_];
  if (--slab.blocks == 0) slab.pages = Pages();
}

}  // namespace arete::laz
