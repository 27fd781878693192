#include "compute/io/read/laz/byte_range.h"

#include <algorithm>

#include "compute/io/read/laz/damage.h"

namespace arete::laz {

void ByteRange::take(std::span<std::byte> bytes) {
  if (const DiskFile* file = source_->file()) file->read(next_, bytes);
  else std::ranges::copy(source_->head().subspan(next_, bytes.size()), bytes.begin());
  next_ += bytes.size();
}

ByteRange ByteRange::split(uint64_t bytes) {
  if (bytes > left()) throw Damage{"it would need " + std::to_string(bytes) + " bytes where " + std::to_string(left()) + " are left"};
  next_ += bytes;
  return {*source_, next_ - bytes, next_};
}

}  // namespace arete::laz
