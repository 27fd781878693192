#include "compute/io/read/lzf.h"

#include <cstring>

namespace arete {

// A copy of a length known to the compiler is a few instructions, a call for each short run is not: where there is room, more is copied than wanted,
// and what follows is written over it.
static constexpr size_t kStep = 8;

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
      if (in.size() - i >= kLiteralEnd && out.size() - o >= kLiteralEnd) std::memcpy(out.data() + o, in.data() + i, kLiteralEnd);
      else std::memcpy(out.data() + o, in.data() + i, length);
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
    if (distance >= kStep && out.size() - o >= length + kStep)
      for (size_t n = 0; n < length; n += kStep) std::memcpy(out.data() + o + n, out.data() + o + n - distance, kStep);
    else
      for (size_t n = 0; n < length; ++n) out[o + n] = out[o + n - distance];  // byte by byte: the copy may overlap
    o += length;
  }
  return o == out.size();
}

}  // namespace arete
