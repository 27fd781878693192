// The header of a LAS or LAZ file, and the variable-length records after it.
// Source: ASPRS LAS Specification 1.4 R15; 1.5 keeps the layout of what is read here.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "compute/io/read/cursor.h"
#include "compute/io/read/laz/laszip_record.h"

namespace arete {

struct LasHeader {
  int minor = 0, pointFormat = 0;
  uint16_t headerSize = 0, recordLength = 0;
  uint32_t pointsBegin = 0, recordCount = 0;  ///< of records of variable length
  uint64_t points = 0;
  uint64_t extendedBegin = 0;  ///< of the records behind the points
  uint32_t extendedCount = 0;
  std::array<double, 3> scale{}, offset{};
  std::string warning;
  std::optional<laz::LaszipRecord> compressed;  ///< how the points are compressed; nothing if they are not
};

/// Bytes of a point without extra bytes, by point format.
inline constexpr std::array<uint16_t, 11> kLasRecordLengths = {20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67};

/// Refuses headers that are unknown, or that contradict themselves or the size of the file.
LasHeader readLasHeader(const Source& source);

/// A variable-length record; its bytes lie between header and points.
struct LasRecord {
  std::string_view user;
  uint16_t id = 0;
  uint64_t begin = 0, length = 0;
};
/// All complete records.
std::vector<LasRecord> lasRecords(const Source& source, const LasHeader& header);

/// Calls `take` with those behind the points (LAS 1.4), as far as they fit into the file. The name of the user is valid only during the call.
void forEachExtendedRecord(const Source& source, const LasHeader& header, const std::function<void(const LasRecord&)>& take);
/// What a record says, wherever it is; empty where it is not in the file, or longer than a megabyte, which none is that says something of points.
std::vector<std::byte> lasRecordBytes(const Source& source, const LasRecord& record);

/// The text in a field, up to the first zero byte.
inline std::string_view paddedText(std::string_view field) { return field.substr(0, field.find('\0')); }

}  // namespace arete
