#include "compute/io/read/las_header.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace arete {

namespace {

constexpr std::string_view kDamaged = "the header is damaged: fetch or export the file again";

void checkHeader(const Source& source, const LasHeader& header) {
  for (int k = 0; k < 3; ++k) {
    const double scale = header.scale[size_t(k)];
    if (!std::isfinite(scale) || scale == 0 || !std::isfinite(header.offset[size_t(k)]))
      source.refuse(atByte(131), "the scale or offset of axis " + std::to_string(k) + " is zero or not finite", kDamaged);
  }
  if (header.pointFormat >= int(kLasRecordLengths.size()))
    source.refuse(atByte(104), "point format " + std::to_string(header.pointFormat) + " does not exist", kDamaged);
  if (header.recordLength < kLasRecordLengths[size_t(header.pointFormat)])
    source.refuse(atByte(105),
                  "records of " + std::to_string(header.recordLength) + " bytes are too short for point format " + std::to_string(header.pointFormat),
                  kDamaged);
  if (header.pointsBegin < header.headerSize || header.pointsBegin > source.size())
    source.refuse(atByte(96), "the points would begin at byte " + std::to_string(header.pointsBegin) + ", outside the file", kDamaged);
}

/// Refuses the file unless all uncompressed records are in it.
void checkSize(const Source& source, const LasHeader& header) {
  if (!header.compressed && !fits(header.points, header.recordLength, source.size() - header.pointsBegin))
    source.refuse(atByte(header.pointsBegin),
                  "the header declares " + std::to_string(header.points) + " points, the " + std::to_string(source.size() - header.pointsBegin) +
                      " bytes left cannot hold them",
                  "the file was cut off or its header is damaged: fetch or export it again");
}

/// The record that a LAZ file must have. `bits`: of the point format, saying that points are compressed.
void findCompression(const Source& source, LasHeader& header, int bits) {
  constexpr int kCompressed = 0x80;
  constexpr uint16_t kLaszip = 22204;
  if ((bits & ~kCompressed) != 0)
    source.refuse(atByte(104), "point format " + std::to_string(bits | header.pointFormat) + " does not exist", kDamaged);
  for (const LasRecord& record : lasRecords(source, header)) {
    if (record.user != "laszip encoded" || record.id != kLaszip) continue;
    if (header.compressed) source.refuse(atByte(record.begin), "a second record of the LAZ compressor", kDamaged);
    header.compressed = laz::readLaszipRecord(source, record.begin, record.length);
    checkItems(source, record.begin, *header.compressed, header.pointFormat, header.recordLength);
  }
  if (bits != 0 && !header.compressed)
    source.refuse(atByte(104), "its points are compressed, but the record that says how (laszip encoded, 22204) is missing", kDamaged);
  if (header.compressed && header.compressed->compressor == laz::Compressor::none) header.compressed.reset();
}

}  // namespace

LasHeader readLasHeader(const Source& source) {
  LasHeader header;
  Cursor cursor(source, 24);
  const int major = cursor.read<uint8_t>();
  header.minor = cursor.read<uint8_t>();
  cursor.seek(94);
  header.headerSize = cursor.read<uint16_t>();
  header.pointsBegin = cursor.read<uint32_t>();
  header.recordCount = cursor.read<uint32_t>();
  const uint8_t formatByte = cursor.read<uint8_t>();
  if (major != 1 || header.minor > 5)
    source.refuse(atByte(24), "LAS version " + std::to_string(major) + "." + std::to_string(header.minor) + " is not known", "save it as LAS 1.4");
  const uint16_t leastHeader = header.minor >= 4 ? 375 : 227;
  if (header.headerSize < leastHeader)
    source.refuse(atByte(94), "a header of " + std::to_string(header.headerSize) + " bytes is too short", kDamaged);
  constexpr uint8_t kCompressionBits = 0xC0;
  header.pointFormat = formatByte & ~kCompressionBits;
  header.recordLength = cursor.read<uint16_t>();
  const uint32_t legacyPoints = cursor.read<uint32_t>();
  header.points = legacyPoints;
  cursor.seek(131);
  for (double& scale : header.scale) scale = cursor.read<double>();
  for (double& offset : header.offset) offset = cursor.read<double>();
  if (header.minor >= 4) {
    cursor.seek(235);
    header.extendedBegin = cursor.read<uint64_t>();
    header.extendedCount = cursor.read<uint32_t>();
    if (const auto points = cursor.read<uint64_t>(); points != 0) header.points = points;
    if (legacyPoints != 0 && legacyPoints != header.points)
      header.warning = "The header gives two numbers of points, " + std::to_string(legacyPoints) + " and " + std::to_string(header.points) +
                       "; the second, of LAS 1.4, was used.";
  }
  checkHeader(source, header);
  findCompression(source, header, formatByte & kCompressionBits);
  checkSize(source, header);
  return header;
}

std::vector<LasRecord> lasRecords(const Source& source, const LasHeader& header) {
  constexpr uint64_t kHead = 54;
  std::vector<LasRecord> records;
  Cursor cursor(source, header.headerSize);
  for (uint32_t i = 0; i < header.recordCount && cursor.position() + kHead <= header.pointsBegin; ++i) {
    cursor.skip(2);
    LasRecord record;
    record.user = paddedText(cursor.text(16));
    record.id = cursor.read<uint16_t>();
    record.length = cursor.read<uint16_t>();
    cursor.skip(32);
    record.begin = cursor.position();
    if (record.begin + record.length > header.pointsBegin) break;
    cursor.skip(record.length);
    records.push_back(record);
  }
  return records;
}

/// Some bytes of the file, from wherever they are; empty where they are not in it.
static std::vector<std::byte> bytesOf(const Source& source, uint64_t begin, uint64_t length) {
  constexpr uint64_t kMost = 1 << 20;  // the longest definitions take some thousand bytes
  if (length > kMost || begin > source.size() || length > source.size() - begin) return {};
  std::vector<std::byte> bytes(length);
  if (source.file() != nullptr) source.file()->read(begin, bytes);
  else std::ranges::copy(source.head().subspan(begin, length), bytes.begin());
  return bytes;
}

std::vector<std::byte> lasRecordBytes(const Source& source, const LasRecord& record) { return bytesOf(source, record.begin, record.length); }

void forEachExtendedRecord(const Source& source, const LasHeader& header, const std::function<void(const LasRecord&)>& take) {
  constexpr uint64_t kHead = 60;
  constexpr uint32_t kMost = 1000;
  uint64_t begin = header.extendedBegin;
  for (uint32_t i = 0; i < std::min(header.extendedCount, kMost); ++i) {
    const std::vector<std::byte> head = bytesOf(source, begin, kHead);
    if (head.empty()) return;
    const auto number = [&]<class T>(T value, size_t at) {
      std::memcpy(&value, head.data() + at, sizeof value);
      return value;
    };
    const std::string_view user = paddedText({reinterpret_cast<const char*>(head.data()) + 2, 16});
    const LasRecord record{user, number(uint16_t(), 18), begin + kHead, number(uint64_t(), 20)};
    if (record.begin > source.size() || record.length > source.size() - record.begin) return;
    take(record);
    begin = record.begin + record.length;
  }
}

}  // namespace arete
