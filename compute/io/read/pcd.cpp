// PCD: fields of a row in binary, one field after the other (all its points) in binary_compressed.
#include <algorithm>
#include <bit>
#include <limits>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/cursor.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/lzf.h"
#include "compute/io/read/number.h"
#include "compute/io/read/pcd_header.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/row_parser.h"
#include "compute/io/read/sound_rows.h"

namespace arete {

bool looksLikePcd(std::span<const std::byte> content) {
  const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
  return text.starts_with("# .PCD") || text.starts_with("VERSION .") || text.starts_with("VERSION 0.") || text.starts_with("FIELDS ");
}

namespace {

constexpr uint64_t kTickRows = 1 << 16;

/// One value per point: of a field, or of one channel of a packed colour.
struct Value {
  std::string name;
  size_t field = 0;
  uint64_t index = 0;    ///< within the field
  int colourShift = -1;  ///< bits of a channel in a packed colour; −1: not packed
};

bool isPackedColour(const PcdField& field) { return (field.name == "rgb" || field.name == "rgba") && field.count == 1 && sizeOf(field.type) == 4; }

std::vector<Value> valuesOf(const PcdHeader& header) {
  std::vector<Value> values;
  for (size_t f = 0; f < header.fields.size() && values.size() < kMaxProperties; ++f) {
    const PcdField& field = header.fields[f];
    if (field.name == "_") continue;  // padding
    if (isPackedColour(field)) {
      values.insert(values.end(), {{"red", f, 0, 16}, {"green", f, 0, 8}, {"blue", f, 0, 0}});
      continue;
    }
    for (uint64_t i = 0; i < field.count && values.size() < kMaxProperties; ++i)
      values.push_back({field.count == 1 ? field.name : field.name + "[" + std::to_string(i) + "]", f, i});
  }
  return values;
}

/// Coordinates first.
struct Plan {
  std::vector<Value> values;
  size_t dimension = 0;
};

Plan makePlan(const Source& source, const PcdHeader& header) {
  std::vector<Value> values = valuesOf(header);
  std::vector<std::string> names;
  for (const Value& value : values) names.push_back(value.name);
  const std::vector<size_t> coordinates = coordinateFields(source, names, "the file", atLine(header.lines));
  Plan plan;
  plan.dimension = coordinates.size();
  for (size_t c : coordinates) plan.values.push_back(values[c]);
  for (size_t i = 0; i < values.size(); ++i)
    if (std::ranges::find(coordinates, i) == coordinates.end()) plan.values.push_back(values[i]);
  return plan;
}

std::vector<std::string> attributeNames(const Plan& plan) {
  std::vector<std::string> names;
  for (size_t i = plan.dimension; i < plan.values.size(); ++i) names.push_back(plan.values[i].name);
  return names;
}

/// A packed colour is 24 bits of an integer, or of the bits of a float.
double channel(const PcdField& field, const Value& value, double number) {
  constexpr double kLargest = 4294967295.0;
  uint32_t bits = 0;
  if (field.type == ScalarType::float32) bits = std::bit_cast<uint32_t>(float(number));
  else if (number >= 0 && number <= kLargest) bits = uint32_t(number);
  return double(bits >> value.colourShift & 255);
}

/// A row of text: its numbers, and what the plan makes of them.
struct PcdRow {
  const PcdHeader& header;
  const Plan& plan;
  const std::vector<size_t>& slotOf;  ///< of the numbers, per value of the plan
  RowParser parser;
  std::vector<double> numbers, values;

  RowKind parse(std::string_view line) {
    const RowKind kind = parser.parse(line, numbers.data());
    for (size_t i = 0; kind == RowKind::sound && i < values.size(); ++i) {
      const Value& value = plan.values[i];
      values[i] = value.colourShift < 0 ? numbers[slotOf[i]] : channel(header.fields[value.field], value, numbers[slotOf[i]]);
    }
    return kind;
  }
};

void readAscii(const Source& source, const PcdHeader& header, const Plan& plan, CloudBuilder& builder) {
  std::vector<uint64_t> firstColumn;
  uint64_t columnCount = 0;
  for (const PcdField& field : header.fields) {
    firstColumn.push_back(columnCount);
    columnCount += field.count;
  }
  if (columnCount > kMaxLineLength) source.refuse(atLine(header.lines), "the header declares more values per point than a line can hold");
  std::vector<size_t> columns;  // distinct ones: a packed colour is parsed once
  std::vector<size_t> slotOf;   // per value of the plan
  for (const Value& value : plan.values) {
    const size_t column = firstColumn[value.field] + value.index;
    const auto known = std::ranges::find(columns, column);
    slotOf.push_back(size_t(known - columns.begin()));
    if (known == columns.end()) columns.push_back(column);
  }
  const PcdRow blank{header,
                     plan,
                     slotOf,
                     RowParser(columnCount, columns, plan.dimension),
                     std::vector<double>(columns.size()),
                     std::vector<double>(plan.values.size())};
  TextLines lines(source, header.dataBegin);
  builder.expect(header.points);
  const auto parserForThread = [&]() -> ParseRows {
    return [&source, parsed = blank](TextLines& piece, RowCollector& collector) mutable {
      while (piece.next()) {
        if (trimmed(piece.line()).empty()) continue;
        if (parsed.parse(piece.line()) != RowKind::sound) source.refuse("", "a row is not sound");  // which one is told below
        collector.add(parsed.values.data());
      }
      return uint64_t(0);
    };
  };
  PcdRow parsed = blank;
  for (uint64_t row = addSoundRows(source, builder, lines, header.dataBegin, header.points, parserForThread).rows; row < header.points; ++row) {
    if (row % kTickRows == 0) builder.tick(header.dataBegin + lines.position());
    do {
      if (!lines.next())
        source.refuse(atLine(header.lines + lines.number()),
                      "the file ends after " + std::to_string(row) + " of " + std::to_string(header.points) + " points",
                      "it was probably cut off: fetch or export it again");
    } while (trimmed(lines.line()).empty());
    const RowKind kind = parsed.parse(lines.line());
    if (kind != RowKind::sound)
      source.refuse(atLine(header.lines + lines.number()),
                    kind == RowKind::tooLarge ? "a number is too large"
                                              : "the row does not fit the " + std::to_string(columnCount) + " values that the header declares",
                    "the row is damaged: export the file again");
    builder.add(parsed.values.data());
  }
  while (lines.next())
    if (!trimmed(lines.line()).empty()) {
      builder.warn("There are more rows than the header declares, from " + atLine(header.lines + lines.number()) + " on; they were passed over.");
      break;
    }
}

/// `begin`: of the rows, or of the unpacked block of fields.
std::vector<Column> columnsOf(const PcdHeader& header, const Plan& plan, uint64_t begin, bool fieldByField) {
  std::vector<Column> columns;
  for (const Value& value : plan.values) {
    const PcdField& field = header.fields[value.field];
    Column column{field.type, std::endian::little, begin + field.offset + value.index * sizeOf(field.type), header.rowBytes};
    if (fieldByField) {
      column.offset = begin + field.offset * header.points + value.index * sizeOf(field.type);
      column.stride = field.bytes();
    }
    if (value.colourShift >= 0) {
      column.type = ScalarType::uint32;
      column.mask = uint64_t(255) << value.colourShift;
      column.shift = value.colourShift;
    }
    columns.push_back(column);
  }
  return columns;
}

void readCompressed(const Source& source, const PcdHeader& header, const Plan& plan, CloudBuilder& builder) {
  Cursor cursor(source, header.dataBegin);
  const uint64_t packed = cursor.read<uint32_t>(), unpacked = cursor.read<uint32_t>();
  const auto expected = checkedProduct(header.points, header.rowBytes);
  constexpr std::string_view kHint = "the file is damaged: fetch or export it again";
  if (packed > cursor.remaining()) source.refuse(atByte(header.dataBegin), "the compressed block is longer than the file", kHint);
  if (!expected || unpacked != *expected) source.refuse(atByte(header.dataBegin + 4), "the unpacked size is not that of the points declared", kHint);
  if (!fits(1, unpacked, packed * kLzfMaxRatio))
    source.refuse(atByte(header.dataBegin + 4), "no compressed block of this size unpacks to that size", kHint);
  LargeVector<std::byte> block(unpacked);
  if (!lzfDecompress(source.bytesAt(cursor.position(), packed), block))
    source.refuse(atByte(cursor.position()), "the compressed block is damaged", kHint);
  builder.addColumns(std::move(block), columnsOf(header, plan, 0, true), header.points);
}

}  // namespace

CloudFile readPcd(const Source& source) {
  const PcdHeader header = readPcdHeader(source);
  const Plan plan = makePlan(source, header);
  CloudBuilder builder(source, plan.dimension, attributeNames(plan));
  if (plan.dimension > 1) builder.nameCoordinates(plan.values[0].name, plan.values[1].name);
  switch (header.encoding) {
    case PcdEncoding::ascii: readAscii(source, header, plan, builder); return std::move(builder).finish("PCD, ASCII");
    case PcdEncoding::binary:
      builder.addColumns(columnsOf(header, plan, header.dataBegin, false), header.points);
      return std::move(builder).finish("PCD, binary");
    default: readCompressed(source, header, plan, builder); return std::move(builder).finish("PCD, binary compressed");
  }
}

}  // namespace arete
