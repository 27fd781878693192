// Where the waveform of a point lies: what WAVEPACKET13 and WAVEPACKET14 share. Source: laz.md, section 7.
#pragma once

#include "compute/io/read/laz/fields.h"
#include "compute/io/read/laz/integer_decoder.h"

namespace arete::laz {

class WavePacketModels {
 public:
  /// Replaces the packet of the previous point by that of the next one.
  void next(ArithmeticDecoder& decoder, std::byte* packet) {
    constexpr size_t kOffsetAt = 1, kSizeAt = 9, kPointAt = 13, kDirectionAt = 17;
    packet[0] = std::byte(decoder.symbol(index_));
    const auto lastSize = get<uint32_t>(packet + kSizeAt);
    put(packet + kOffsetAt, nextOffset(decoder, get<uint64_t>(packet + kOffsetAt), lastSize));
    put(packet + kSizeAt, size_.decode(decoder, lastSize));
    put(packet + kPointAt, point_.decode(decoder, get<uint32_t>(packet + kPointAt)));
    for (uint32_t axis = 0; axis < 3; ++axis) {
      std::byte* at = packet + kDirectionAt + size_t(4) * axis;
      put(at, direction_.decode(decoder, get<uint32_t>(at), axis));
    }
  }

 private:
  uint64_t nextOffset(ArithmeticDecoder& decoder, uint64_t last, uint32_t lastSize) {
    how_ = decoder.symbol(hows_[how_]);  // 0 the same, 1 just behind the last one, 2 a difference, 3 anything
    if (how_ == 1) return last + lastSize;
    if (how_ == 3) return decoder.bits64();
    if (how_ == 0) return last;
    difference_ = offset_.decode(decoder, difference_);
    return last + uint64_t(int64_t(int32_t(difference_)));
  }

  SymbolModel<256> index_;
  std::array<SymbolModel<4>, 4> hows_;
  IntegerDecoder<32> offset_, size_, point_;
  IntegerDecoder<32, 3> direction_;
  uint32_t difference_ = 0, how_ = 0;
};

}  // namespace arete::laz
