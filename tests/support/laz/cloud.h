// LAS files whose records use all that the compressor of LAZ has a case for.
#pragma once

#include "tests/support/laz/file.h"

namespace arete::test::laz {

/// A value near the last one, sometimes far from it, so that corrections have all numbers of bits.
inline uint32_t stepped(Random& random, uint32_t last, uint32_t oneIn) {
  if (random.below(oneIn) != 0) return last + random.below(64) - 32;
  return last + uint32_t(random.bits()) % (1U << random.below(32)) * (random.below(2) == 0 ? 1 : UINT32_MAX);
}

/// `points` of them. wild: how often fields jump, one in so many; `channels`: of the scanner, from format 6 on.
inline std::string lasCloud(int format, size_t extra, uint32_t points, uint64_t seed, uint32_t wild = 16, uint32_t channels = 1) {
  const size_t length = Layout::kBase[size_t(format)] + extra;
  const uint8_t minor = format >= 6 ? 4 : format >= 4 ? 3 : 2;
  const uint16_t headerSize = minor >= 4 ? 375 : minor == 3 ? 235 : 227;
  Bytes head("LASF");
  head.zeros(headerSize - 4).at<uint8_t>(24, 1).at(25, minor).at(94, headerSize).at<uint32_t>(96, headerSize);
  head.at(104, uint8_t(format)).at(105, uint16_t(length)).at<uint32_t>(107, format >= 6 ? 0 : points);
  for (size_t k = 0; k < 3; ++k) head.at(131 + 8 * k, 0.001);
  if (minor >= 4) head.at<uint64_t>(247, points);
  std::string file = head.string();
  file.reserve(file.size() + points * length);
  Random random(seed);
  std::string record(length, '\0');
  for (char& c : record) c = char(random.bits());
  const auto change = [&]<class T>(size_t at, T) {
    T value = field<T>(record.data(), at);
    value = T(stepped(random, uint32_t(value), wild));
    std::memcpy(record.data() + at, &value, sizeof value);
  };
  const size_t timeAt = format >= 6 ? 22 : 20, colourAt = format >= 6 ? 30 : format == 2 ? 20 : 28;
  for (uint32_t i = 0; i < points; ++i, file += record) {
    for (const size_t axis : {0U, 4U, 8U}) change(axis, uint32_t{});
    if (random.below(2) == 0) change(12, uint16_t{});
    if (random.below(4) == 0) record[14] = char(random.below(3) == 0 ? random.bits() : format >= 6 ? 0x11 : 0x09);
    if (random.below(wild) == 0) record[15] = char(random.bits());
    if (format >= 6)
      record[15] = char((record[15] & ~0x30) | (random.below(8) == 0 ? random.below(channels) : byteAt(record.data(), 15) >> 4 & 3) % channels << 4);
    for (const size_t at : {16U, 17U, 18U})
      if (random.below(wild) == 0) record[at] = char(random.below(40));
    if (format >= 6 && random.below(wild) == 0) change(20, uint16_t{});
    Layout layout{format, length, 0};
    if ((layout.hasTime() || format >= 6) && random.below(4) > 0) {
      auto time = field<uint64_t>(record.data(), timeAt);
      time += random.below(wild) == 0 ? random.bits() >> random.below(64) : random.below(4) * 1000 + random.below(3);
      std::memcpy(record.data() + timeAt, &time, sizeof time);
    }
    if (layout.hasColour() || format == 7 || format == 8 || format == 10)
      for (size_t k = 0; k < (format == 8 || format == 10 ? 4 : 3); ++k)
        if (random.below(3) > 0) change(colourAt + 2 * k, uint16_t{});
    for (size_t at = Layout::kBase[size_t(format)] - (layout.hasPacket() ? 29 : 0); at < length; ++at)
      if (random.below(4) == 0) record[at] = char(random.below(wild) == 0 ? random.bits() : uint8_t(record[at]) + random.below(3));
    if (layout.hasPacket() && random.below(2) == 0) {  // just behind the last one, or near it
      const size_t at = Layout::kBase[size_t(format)] - 29 + 1;
      auto offset = field<uint64_t>(record.data() - 0, at);
      offset += random.below(2) == 0 ? field<uint32_t>(record.data(), at + 8) : random.below(1000);
      std::memcpy(record.data() + at, &offset, sizeof offset);
    }
  }
  return file;
}

}  // namespace arete::test::laz
