#include "compute/io/read/lzf.h"

#include <cstring>

namespace arete {

// A control byte c < 32 is followed by c + 1 literal bytes. Otherwise its upper three bits are a length − 2 (7: one more byte adds to it),
// its lower five bits and the next byte the distance − 1 of an earlier copy, which may overlap what it writes.
bool lzfDecompress(std::span<const std::byte> in, std::span<std::byte> out) {
  constexpr size_t kLiteralEnd = 32, kLongLength = 7;
  size_t i = 0, o = 0;
  while (i < in.size()) {
    const size_t control = size_t(in[i++]);
    if (control < kLiteralEnd) {
      const size_t length = control + 1;
      if (length > in.size() - i || length > out.size() - o) return false;
      std::memcpy(out.data() + o, in.data() + i, length);
      i += length;
      o += length;
      continue;
    }
    size_t length = control >> 5;
    if (length == kLongLength) {
      if (i >= in.size()) return false;
      length += size_t(in[i++]);
    }
    if (i >= in.size()) return false;
    const size_t distance = ((control & 31) << 8 | size_t(in[i++])) + 1;
    length += 2;
    if (distance > o || length > out.size() - o) return false;
    for (size_t n = 0; n < length; ++n, ++o) out[o] = out[o - distance];  // byte by byte: the copy may overlap
  }
  return o == out.size();
}

}  // namespace arete
