// LAS 1.0 to 1.5, point formats 0 to 10, and LAZ, the same with compressed points: coordinates are 32-bit integers with a scale and an offset per
// axis. Source: ASPRS LAS Specification 1.4 R15; 1.5 keeps the layout of what is read here.
#include <array>
#include <cmath>
#include <optional>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/las_crs.h"
#include "compute/io/read/las_extra_bytes.h"
#include "compute/io/read/las_header.h"
#include "compute/io/read/laz/copc.h"
#include "compute/io/read/laz/open_rows.h"
#include "compute/io/read/readers.h"

namespace arete {

bool looksLikeLas(std::span<const std::byte> content) {
  return std::string_view(reinterpret_cast<const char*>(content.data()), content.size()).starts_with("LASF");
}

bool looksLikeLaz(std::span<const std::byte> content) {
  constexpr size_t kFormatAt = 104;
  return looksLikeLas(content) && content.size() > kFormatAt && (content[kFormatAt] & std::byte{0xC0}) != std::byte{};
}

namespace {

constexpr std::string_view kWithheld = "withheld";

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
  columns.push_back({"synthetic", isNew ? bits(15, 0x01, 0) : bits(15, 0x20, 5)});
  columns.push_back({"key_point", isNew ? bits(15, 0x02, 1) : bits(15, 0x40, 6)});
  columns.push_back({std::string(kWithheld), isNew ? bits(15, 0x04, 2) : bits(15, 0x80, 7)});
  if (isNew) columns.push_back({"overlap", bits(15, 0x08, 3)});
  if (isNew) columns.push_back({"scanner_channel", bits(15, 0x30, 4)});
  columns.push_back({"scan_direction_flag", isNew ? bits(15, 0x40, 6) : bits(14, 0x40, 6)});
  columns.push_back({"edge_of_flight_line", isNew ? bits(15, 0x80, 7) : bits(14, 0x80, 7)});
  return columns;
}

std::vector<NamedColumn> attributesOf(const Source& source, const LasHeader& header, std::string& warning) {
  std::vector<NamedColumn> columns = standardAttributes(header.pointFormat);
  LasExtraBytes extra = lasExtraBytes(source, header);
  for (LasExtraValue& value : extra.values) columns.push_back({std::move(value.name), value.column});
  warning = std::move(extra.warning);
  return columns;
}

/// Records after the points are not needed; an impossible count still gets a warning.
void checkExtendedRecords(const Source& source, const LasHeader& header, CloudBuilder& builder) {
  constexpr uint64_t kEvlrHeader = 60;
  if (header.extendedCount == 0) return;
  if (header.extendedBegin > source.size() || !fits(header.extendedCount, kEvlrHeader, source.size() - header.extendedBegin))
    builder.warn("The header declares " + std::to_string(header.extendedCount) + " extended records from " + atByte(header.extendedBegin) +
                 " on, which the file cannot hold; the points are not affected.");
}

/// Coordinates first, as the user chose them, then attributes; offsets are within a record.
struct LasColumns {
  std::vector<Column> columns;
  size_t coordinates = 0;
  std::vector<std::string> attributeNames;
  std::optional<size_t> withheld;  ///< its place, unless it is a coordinate
  std::string warning;
};

LasColumns columnsOf(const Source& source, const LasHeader& header) {
  std::vector<std::string> names = {"x", "y", "z"};
  std::vector<Column> all;
  for (size_t k = 0; k < 3; ++k) all.push_back({ScalarType::int32, std::endian::little, 4 * k, 0, header.scale[k], header.offset[k]});
  LasColumns result;
  for (const NamedColumn& named : attributesOf(source, header, result.warning)) {
    names.push_back(named.name);
    all.push_back(named.column);
  }
  const std::vector<size_t> coordinates = coordinateFields(source, names, "the file", atByte(0));
  result.coordinates = coordinates.size();
  for (size_t c : coordinates) result.columns.push_back(all[c]);
  const auto withheld = size_t(std::ranges::find(names, kWithheld) - names.begin());
  const auto add = [&](size_t i) {
    if (i == withheld) result.withheld = result.columns.size();
    result.columns.push_back(all[i]);
    result.attributeNames.push_back(names[i]);
  };
  const auto isAttribute = [&](size_t i) { return std::ranges::find(coordinates, i) == coordinates.end(); };
  // Where no attributes are wanted only those columns are unpacked that come first, and this one says which rows are points.
  const bool first = source.streaming() != nullptr && !source.streaming()->takeAll && isAttribute(withheld);
  if (first) add(withheld);
  for (size_t i = 0; i < all.size(); ++i)
    if (isAttribute(i) && !(first && i == withheld)) add(i);
  return result;
}

void addPoints(const LasHeader& header, std::vector<Column>& columns, CloudBuilder& builder) {
  for (Column& column : columns) {
    column.offset += header.pointsBegin;
    column.stride = header.recordLength;
  }
  builder.addColumns(columns, header.points);
}

/// The nodes of a COPC file; empty for others.
std::vector<laz::CopcNode> copcNodes(const Source& source, const LasHeader& header, const laz::LazPoints& points) {
  constexpr uint64_t kInfoBytes = 160;
  const std::vector<LasRecord> records = lasRecords(source, header);
  if (records.empty() || records.front().user != "copc" || records.front().id != 1 || records.front().length != kInfoBytes) return {};
  return laz::readCopcNodes(points, records.front().begin);
}

/// Level by level as many as make a picture: the first view of a COPC file, spread over all of it.
void showCoarseLevels(laz::LazPoints points, std::span<const laz::CopcNode> nodes, const LasColumns& columns, CloudBuilder& builder) {
  const int32_t last = laz::lastLevelWithin(kSamplePoints, nodes);
  std::vector<laz::Chunk> chunks = laz::chunksUpTo(last, nodes);
  points.count = chunks.back().endRow();
  if (points.count > kSamplePoints) return;
  std::vector<Column> coordinates(columns.columns.begin(), columns.columns.begin() + ptrdiff_t(columns.coordinates));
  auto rows = laz::openRows(points, std::move(chunks), coordinates, coordinates.size(), coordinates.size());
  builder.showOnly(ColumnBlocks(std::move(rows), coordinates, points.count));
}

/// What to unpack: all, or with --max-points the levels of a COPC file that hold no more. A stream of points unpacks at first what reading the whole
/// file unpacks, so that both refuse the same files.
void addCompressedPoints(const Source& source, const LasHeader& header, LasColumns& columns, CloudBuilder& builder) {
  builder.expect(header.points);
  const bool seen = source.streaming() && source.streaming()->seen;
  const uint64_t end =
      header.extendedCount > 0 && header.extendedBegin > header.pointsBegin ? std::min<uint64_t>(header.extendedBegin, source.size()) : source.size();
  laz::LazPoints points{source, *header.compressed, header.pointsBegin, end, header.points, header.recordLength};
  const std::vector<laz::CopcNode> nodes = copcNodes(source, header, points);
  if (source.options().maxPoints && nodes.empty()) source.refuseLevels();
  if (source.sample() && !nodes.empty()) showCoarseLevels(points, nodes, columns, builder);
  std::vector<std::string> warnings;
  std::vector<laz::Chunk> chunks;
  if (source.options().maxPoints && header.points > *source.options().maxPoints) {
    const int32_t level = laz::lastLevelWithin(*source.options().maxPoints, nodes);
    chunks = laz::chunksUpTo(level, nodes);
    points.count = chunks.empty() ? 0 : chunks.back().endRow();
    warnings.push_back("Of its " + std::to_string(header.points) + " points those of levels 0 to " + std::to_string(level) + " were read, " +
                       std::to_string(points.count) +
                       (points.count > *source.options().maxPoints ? ": the coarsest level alone has more than were asked for." : "."));
  } else {
    chunks = laz::findChunks(points, warnings);
  }
  auto rows = laz::openRows(points, std::move(chunks), columns.columns, seen ? builder.columnsUsed() : columns.coordinates + kMaxAttributes,
                            builder.columnsUsed());
  for (std::string& warning : warnings) builder.warn(std::move(warning));
  builder.addColumns(std::move(rows), columns.columns, points.count);
}

}  // namespace

CloudFile readLas(const Source& source) {
  if (!looksLikeLas(source.head())) source.refuse(atByte(0), "it does not begin with the LAS signature", "save it as LAS 1.4");
  const LasHeader header = readLasHeader(source);
  LasColumns columns = columnsOf(source, header);
  CloudBuilder builder(source, columns.coordinates, columns.attributeNames);
  for (const std::string& warning : {header.warning, columns.warning})
    if (!warning.empty()) builder.warn(warning);
  if (columns.withheld && !source.options().withheld) builder.leaveOutMarked(*columns.withheld);
  checkExtendedRecords(source, header, builder);
  if (header.compressed) addCompressedPoints(source, header, columns, builder);
  else if (source.options().maxPoints) source.refuseLevels();
  else addPoints(header, columns.columns, builder);
  const std::string version = "LAS 1." + std::to_string(header.minor) + ", point format " + std::to_string(header.pointFormat);
  LasCrs named = lasCrs(source, header);
  if (!named.warning.empty()) builder.warn(std::move(named.warning));
  CloudFile file = std::move(builder).finish(header.compressed ? "LAZ, " + version : version);
  file.crs = std::move(named.crs);
  return file;
}

}  // namespace arete
