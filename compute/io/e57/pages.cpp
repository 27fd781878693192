#include "compute/io/e57/pages.h"

#include <algorithm>
#include <array>

#include "compute/io/read/cursor.h"

namespace arete::e57 {

namespace {

constexpr uint64_t kHeaderBytes = 48, kChecksumBytes = 4;
constexpr uint64_t kLoadedAtOnce = 256;  // pages
constexpr std::string_view kDamaged = "the file is damaged: fetch or export it again";

/// CRC-32C (Castagnoli), as iSCSI and RFC 3720 have it, eight bytes at a time: table k is what a byte does that k bytes follow. Source: M. Kounavis,
/// F. Berry, *A systematic approach to building high performance software-based CRC generators*, 2005.
uint32_t crc32c(std::span<const std::byte> bytes) {
  constexpr size_t kAtOnce = 8;
  static constexpr auto kTables = [] {
    std::array<std::array<uint32_t, 256>, kAtOnce> tables{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t remainder = i;
      for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0x82F63B78U : 0U);
      tables[0][i] = remainder;
    }
    for (size_t k = 1; k < kAtOnce; ++k)
      for (size_t i = 0; i < 256; ++i) tables[k][i] = (tables[k - 1][i] >> 8) ^ tables[0][tables[k - 1][i] & 0xFF];
    return tables;
  }();
  uint32_t sum = ~0U;
  const auto byteAt = [&](size_t i) { return uint32_t(bytes[i]); };
  for (; bytes.size() >= kAtOnce; bytes = bytes.subspan(kAtOnce)) {
    const uint32_t first = sum ^ (byteAt(0) | byteAt(1) << 8 | byteAt(2) << 16 | byteAt(3) << 24);
    sum = 0;
    for (size_t i = 0; i < 4; ++i) sum ^= kTables[7 - i][(first >> (8 * i)) & 0xFF] ^ kTables[3 - i][byteAt(4 + i)];
  }
  for (const std::byte byte : bytes) sum = kTables[0][(sum ^ uint32_t(byte)) & 0xFF] ^ (sum >> 8);
  return ~sum;
}

/// The checksum of a page stands behind it with its highest byte first.
uint32_t storedSum(std::span<const std::byte> bytes) {
  uint32_t sum = 0;
  for (const std::byte byte : bytes) sum = sum << 8 | uint32_t(byte);
  return sum;
}

}  // namespace

Pages::Pages(const Source& source) : source_(source) {
  if (source.head().size() < kHeaderBytes) source.refuse(atByte(0), "it ends within the header of an E57 file", kDamaged);
  Cursor header(source, 8);
  const auto major = header.read<uint32_t>();
  const auto minor = header.read<uint32_t>();
  if (major != 1) source.refuse(atByte(8), "it is of E57 version " + std::to_string(major) + '.' + std::to_string(minor) + ", and only 1 is known");
  const auto fileBytes = header.read<uint64_t>(), xmlAt = header.read<uint64_t>();
  xmlBytes_ = header.read<uint64_t>();
  page_ = header.read<uint64_t>();
  if (page_ < 64 || page_ > (1 << 20)) source.refuse(atByte(40), "its pages have " + std::to_string(page_) + " bytes, where E57 has 1024", kDamaged);
  if (fileBytes > source.size())
    source.refuse(atByte(16),
                  "it was cut off: the header says " + std::to_string(fileBytes) + " bytes, and there are " + std::to_string(source.size()),
                  "fetch or export it again");
  kept_ = page_ - kChecksumBytes;
  pages_ = std::max(fileBytes, kHeaderBytes) / page_;
  xmlBegin_ = logical(xmlAt, "its XML");
  if (xmlBytes_ > size() - xmlBegin_) source.refuse(atByte(32), "its XML reaches past the end of the file", kDamaged);
}

uint64_t Pages::logical(uint64_t physical, std::string_view what) const {
  const uint64_t page = physical / page_, within = physical % page_;
  if (page >= pages_ || within >= kept_) source_.refuse(atByte(physical), std::string(what) + " would begin outside the file's pages", kDamaged);
  return page * kept_ + within;
}

void Pages::load(uint64_t page) {
  const uint64_t count = std::min(kLoadedAtOnce, pages_ - page);
  loaded_ = source_.bytesAt(page * page_, count * page_);
  firstLoaded_ = page;
  for (uint64_t i = 0; i < count; ++i) {
    const std::span<const std::byte> bytes = std::span(loaded_).subspan(i * page_, page_);
    if (crc32c(bytes.first(kept_)) != storedSum(bytes.subspan(kept_)))
      source_.refuse(atByte((page + i) * page_), "the checksum of page " + std::to_string(page + i + 1) + " is wrong", kDamaged);
  }
}

void Pages::read(uint64_t at, std::span<std::byte> bytes, std::string_view what) {
  if (at > size() || bytes.size() > size() - at)
    source_.refuse(atByte(physical(std::min(at, size()))), std::string(what) + " reaches past the end of the file", kDamaged);
  while (!bytes.empty()) {
    const uint64_t page = at / kept_, within = at % kept_;
    if (page < firstLoaded_ || (page - firstLoaded_) * page_ >= loaded_.size()) load(page);
    const size_t some = std::min<uint64_t>(bytes.size(), kept_ - within);
    std::copy_n(loaded_.data() + (page - firstLoaded_) * page_ + within, some, bytes.data());
    bytes = bytes.subspan(some);
    at += some;
  }
}

}  // namespace arete::e57
