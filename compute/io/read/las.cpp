// LAS 1.0 to 1.5, point formats 0 to 10: coordinates are 32-bit integers with a scale and an offset per axis.
// Source: ASPRS LAS Specification 1.4 R15; 1.5 keeps the layout of what is read here.
#include <array>
#include <cmath>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/cursor.h"
#include "compute/io/read/readers.h"

namespace arete {

bool looksLikeLas(std::span<const std::byte> content) {
  return std::string_view(reinterpret_cast<const char*>(content.data()), content.size()).starts_with("LASF");
}

namespace {

constexpr std::string_view kDamaged = "the header is damaged: fetch or export the file again";
constexpr size_t kExtraBytesDescription = 192;  // of one extra dimension in its VLR

struct Header {
  int minor = 0, pointFormat = 0;
  uint16_t headerSize = 0, recordLength = 0;
  uint32_t pointsBegin = 0, vlrCount = 0;
  uint64_t points = 0;
  uint64_t evlrBegin = 0;
  uint32_t evlrCount = 0;
  std::array<double, 3> scale{}, offset{};
  std::string warning;
};

constexpr std::array<uint16_t, 11> kRecordLengths = {20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67};

void checkHeader(const Source& source, const Header& header) {
  for (int k = 0; k < 3; ++k) {
    const double scale = header.scale[size_t(k)];
    if (!std::isfinite(scale) || scale == 0 || !std::isfinite(header.offset[size_t(k)]))
      source.refuse(atByte(131), "the scale or offset of axis " + std::to_string(k) + " is zero or not finite", kDamaged);
  }
  if (header.pointFormat >= int(kRecordLengths.size()))
    source.refuse(atByte(104), "point format " + std::to_string(header.pointFormat) + " does not exist", kDamaged);
  if (header.recordLength < kRecordLengths[size_t(header.pointFormat)])
    source.refuse(atByte(105),
                  "records of " + std::to_string(header.recordLength) + " bytes are too short for point format " + std::to_string(header.pointFormat),
                  kDamaged);
  if (header.pointsBegin < header.headerSize || header.pointsBegin > source.size())
    source.refuse(atByte(96), "the points would begin at byte " + std::to_string(header.pointsBegin) + ", outside the file", kDamaged);
  if (!fits(header.points, header.recordLength, source.size() - header.pointsBegin))
    source.refuse(atByte(header.pointsBegin),
                  "the header declares " + std::to_string(header.points) + " points, the " + std::to_string(source.size() - header.pointsBegin) +
                      " bytes left cannot hold them",
                  "the file was cut off or its header is damaged: fetch or export it again");
}

void refuseLaz(const Source& source, uint8_t formatByte) {
  constexpr uint8_t kCompressedBits = 0xC0;
  if ((formatByte & kCompressedBits) != 0 || source.extension() == "laz")
    source.refuse(atByte(104), "LAZ, the compressed form of LAS, is not read",
                  "unpack it with 'las2las -i in.laz -o out.las' or 'pdal translate in.laz out.las'");
}

Header readHeader(const Source& source) {
  Header header;
  Cursor cursor(source, 24);
  const int major = cursor.read<uint8_t>();
  header.minor = cursor.read<uint8_t>();
  cursor.seek(94);
  header.headerSize = cursor.read<uint16_t>();
  header.pointsBegin = cursor.read<uint32_t>();
  header.vlrCount = cursor.read<uint32_t>();
  const uint8_t formatByte = cursor.read<uint8_t>();
  refuseLaz(source, formatByte);
  if (major != 1 || header.minor > 5)
    source.refuse(atByte(24), "LAS version " + std::to_string(major) + "." + std::to_string(header.minor) + " is not known", "save it as LAS 1.4");
  const uint16_t leastHeader = header.minor >= 4 ? 375 : 227;
  if (header.headerSize < leastHeader)
    source.refuse(atByte(94), "a header of " + std::to_string(header.headerSize) + " bytes is too short", kDamaged);
  header.pointFormat = formatByte;
  header.recordLength = cursor.read<uint16_t>();
  const uint32_t legacyPoints = cursor.read<uint32_t>();
  header.points = legacyPoints;
  cursor.seek(131);
  for (double& scale : header.scale) scale = cursor.read<double>();
  for (double& offset : header.offset) offset = cursor.read<double>();
  if (header.minor >= 4) {
    cursor.seek(235);
    header.evlrBegin = cursor.read<uint64_t>();
    header.evlrCount = cursor.read<uint32_t>();
    if (const auto points = cursor.read<uint64_t>(); points != 0) header.points = points;
    if (legacyPoints != 0 && legacyPoints != header.points)
      header.warning = "The header gives two numbers of points, " + std::to_string(legacyPoints) + " and " + std::to_string(header.points) +
                       "; the second, of LAS 1.4, was used.";
  }
  checkHeader(source, header);
  return header;
}

struct NamedColumn {
  std::string name;
  Column column;
};

/// Fields of all point formats behind X, Y, Z. Offsets in bytes from the start of a record.
std::vector<NamedColumn> standardAttributes(int format) {
  constexpr double kAngleUnit = 0.006;  // degrees, from format 6 on
  const auto at = [](ScalarType type, uint64_t offset) { return Column{type, std::endian::little, offset}; };
  const auto bits = [](uint64_t offset, uint64_t mask, int shift) {
    return Column{ScalarType::uint8, std::endian::little, offset, 0, 1, 0, mask, shift};
  };
  const bool isNew = format >= 6;
  std::vector<NamedColumn> columns = {{"intensity", at(ScalarType::uint16, 12)}};
  columns.push_back({"return_number", isNew ? bits(14, 0x0F, 0) : bits(14, 0x07, 0)});
  columns.push_back({"number_of_returns", isNew ? bits(14, 0xF0, 4) : bits(14, 0x38, 3)});
  columns.push_back({"classification", isNew ? at(ScalarType::uint8, 16) : bits(15, 0x1F, 0)});
  columns.push_back({"scan_angle", isNew ? Column{ScalarType::int16, std::endian::little, 18, 0, kAngleUnit} : at(ScalarType::int8, 16)});
  columns.push_back({"user_data", at(ScalarType::uint8, 17)});
  columns.push_back({"point_source_id", at(ScalarType::uint16, isNew ? 20 : 18)});
  constexpr std::array<int, 11> kTimeAt = {0, 20, 0, 20, 20, 20, 22, 22, 22, 22, 22};
  constexpr std::array<int, 11> kColourAt = {0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30};
  const uint64_t time = uint64_t(kTimeAt[size_t(format)]), colour = uint64_t(kColourAt[size_t(format)]);
  if (time) columns.push_back({"gps_time", at(ScalarType::float64, time)});
  if (colour) {
    columns.push_back({"red", at(ScalarType::uint16, colour)});
    columns.push_back({"green", at(ScalarType::uint16, colour + 2)});
    columns.push_back({"blue", at(ScalarType::uint16, colour + 4)});
  }
  if (format == 8 || format == 10) columns.push_back({"near_infrared", at(ScalarType::uint16, colour + 6)});
  return columns;
}

std::string_view paddedText(std::string_view field) { return field.substr(0, field.find('\0')); }

/// The extra dimensions that one VLR describes, appended after the standard fields of a record.
void addExtraBytes(Cursor cursor, uint64_t bytes, const Header& header, std::vector<NamedColumn>& columns) {
  constexpr std::array kTypes = {ScalarType::uint8, ScalarType::int8,   ScalarType::uint16, ScalarType::int16,   ScalarType::uint32,
                                 ScalarType::int32, ScalarType::uint64, ScalarType::int64,  ScalarType::float32, ScalarType::float64};
  constexpr uint8_t kHasScale = 8, kHasOffset = 16;
  uint64_t offset = kRecordLengths[size_t(header.pointFormat)];
  for (; bytes >= kExtraBytesDescription; bytes -= kExtraBytesDescription) {
    const uint64_t begin = cursor.position();
    cursor.skip(2);
    const uint8_t type = cursor.read<uint8_t>(), options = cursor.read<uint8_t>();
    const std::string name(paddedText(cursor.text(32)));
    cursor.seek(begin + 112);
    const double scale = cursor.read<double>();
    cursor.seek(begin + 136);
    const double add = cursor.read<double>();
    cursor.seek(begin + kExtraBytesDescription);
    if (type == 0 || type > kTypes.size()) {  // 0: opaque bytes, their number in `options`; 11 to 30: deprecated arrays
      if (type != 0) return;
      offset += options;
      continue;
    }
    const ScalarType scalar = kTypes[type - 1];
    if (offset + sizeOf(scalar) > header.recordLength || columns.size() > kMaxAttributes) return;
    Column column{scalar, std::endian::little, offset};
    if (options & kHasScale && std::isfinite(scale)) column.scale = scale;
    if (options & kHasOffset && std::isfinite(add)) column.add = add;
    columns.push_back({name.empty() ? "extra " + std::to_string(offset) : name, column});
    offset += sizeOf(scalar);
  }
}

std::vector<NamedColumn> attributesOf(const Source& source, const Header& header) {
  constexpr uint64_t kVlrHeader = 54;
  constexpr uint16_t kExtraBytesRecord = 4;
  std::vector<NamedColumn> columns = standardAttributes(header.pointFormat);
  Cursor cursor(source, header.headerSize);
  for (uint32_t i = 0; i < header.vlrCount && cursor.position() + kVlrHeader <= header.pointsBegin; ++i) {
    cursor.skip(2);
    const std::string_view user = paddedText(cursor.text(16));
    const auto record = cursor.read<uint16_t>(), length = cursor.read<uint16_t>();
    cursor.skip(32);
    if (cursor.position() + length > header.pointsBegin) break;
    if (user == "LASF_Spec" && record == kExtraBytesRecord) addExtraBytes(cursor, length, header, columns);
    cursor.skip(length);
  }
  return columns;
}

/// Records behind the points are not needed; a count that cannot be is told all the same.
void checkExtendedRecords(const Source& source, const Header& header, CloudBuilder& builder) {
  constexpr uint64_t kEvlrHeader = 60;
  if (header.evlrCount == 0) return;
  if (header.evlrBegin > source.size() || !fits(header.evlrCount, kEvlrHeader, source.size() - header.evlrBegin))
    builder.warn("The header declares " + std::to_string(header.evlrCount) + " extended records from " + atByte(header.evlrBegin) +
                 " on, which the file cannot hold; the points are not affected.");
}

}  // namespace

CloudFile readLas(const Source& source) {
  if (!looksLikeLas(source.head())) source.refuse(atByte(0), "it does not begin with the LAS signature", "save it as LAS 1.4");
  const Header header = readHeader(source);
  const std::vector<NamedColumn> extra = attributesOf(source, header);
  std::vector<std::string> names = {"x", "y", "z"};
  std::vector<Column> all;
  for (size_t k = 0; k < 3; ++k) all.push_back({ScalarType::int32, std::endian::little, 4 * k, 0, header.scale[k], header.offset[k]});
  for (const NamedColumn& named : extra) {
    names.push_back(named.name);
    all.push_back(named.column);
  }
  for (Column& column : all) {
    column.offset += header.pointsBegin;
    column.stride = header.recordLength;
  }
  const std::vector<size_t> coordinates = coordinateFields(source, names, "the file", atByte(0));
  std::vector<Column> columns;
  std::vector<std::string> attributeNames;
  for (size_t c : coordinates) columns.push_back(all[c]);
  for (size_t i = 0; i < all.size(); ++i) {
    if (std::ranges::find(coordinates, i) != coordinates.end()) continue;
    columns.push_back(all[i]);
    attributeNames.push_back(names[i]);
  }
  CloudBuilder builder(source, coordinates.size(), attributeNames);
  if (!header.warning.empty()) builder.warn(header.warning);
  checkExtendedRecords(source, header, builder);
  builder.addColumns(columns, header.points);
  return std::move(builder).finish("LAS 1." + std::to_string(header.minor) + ", point format " + std::to_string(header.pointFormat));
}

}  // namespace arete
