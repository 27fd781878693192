// NPY: (N, d) numbers, or N records with fields x, y, z. The reader never guesses that an array is transposed: with 2 or 3 rows and not 3
// columns it may be coordinates in rows as well as points in rows, and is refused until the dimension is given.
#include <algorithm>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/cursor.h"
#include "compute/io/read/npy_header.h"
#include "compute/io/read/readers.h"

namespace arete {

bool looksLikeNpy(std::span<const std::byte> content) {
  return std::string_view(reinterpret_cast<const char*>(content.data()), content.size()).starts_with("\x93NUMPY");
}

namespace {

std::string shapeText(const NpyHeader& header) {
  std::string text = "(";
  for (uint64_t length : header.shape) text += (text.size() > 1 ? ", " : "") + std::to_string(length);
  return text + (header.shape.size() == 1 ? ",)" : ")");
}

void checkSize(const Source& source, const NpyHeader& header) {
  std::optional<uint64_t> items = 1;
  for (uint64_t length : header.shape) items = items ? checkedProduct(*items, length) : items;
  const uint64_t left = source.size() - header.dataBegin;
  if (header.itemBytes == 0 || !items || !fits(*items, header.itemBytes, left))
    source.refuse(atByte(header.dataBegin),
                  "the shape " + shapeText(header) + " needs more bytes than the " + std::to_string(left) + " that are left",
                  "the file was cut off or its header is damaged: save it again with numpy.save");
}

struct Shape {
  uint64_t points = 0, columns = 0;
  bool transposed = false;
};

Shape shapeOf(const Source& source, const NpyHeader& header) {
  constexpr std::string_view kHint = "save an array of shape (N, 2) or (N, 3), one row per point";
  if (header.shape.size() != 2)
    source.refuse(atByte(header.dataBegin), "an array of shape " + shapeText(header) + " is not one row of coordinates per point", kHint);
  const uint64_t rows = header.shape[0], columns = header.shape[1];
  const auto wanted = source.options().dimension;
  if (wanted && rows == uint64_t(*wanted) && columns != rows) return {columns, rows, true};
  if (wanted && columns < uint64_t(*wanted))
    source.refuseOption("an array of shape " + shapeText(header) + " has fewer columns than the dimension asked for", kHint);
  const bool chosen = wanted || !source.options().columns.empty();
  constexpr uint64_t kAmbiguousRows = 3, kUsualColumns = 3;
  if (!chosen && rows >= 2 && rows <= kAmbiguousRows && columns != kUsualColumns)
    source.refuse(atByte(header.dataBegin), "an array of shape " + shapeText(header) + " may hold its points in rows or in columns",
                  "give the dimension with --dim, " + std::to_string(rows) + " if the points are its columns");
  if (columns == 0 || (!chosen && columns > uint64_t(kMaxDimension)) || columns > kMaxProperties)
    source.refuse(atByte(header.dataBegin), "an array of shape " + shapeText(header) + " has no points of 1 to 16 coordinates in its rows", kHint);
  return {rows, columns, false};
}

CloudFile readPlain(const Source& source, const NpyHeader& header) {
  const NpyField& field = header.fields[0];
  if (!field.type || field.count != 1)
    source.refuse(atByte(header.dataBegin), "its items are not plain numbers", "save an array of float32 or float64");
  const Shape shape = shapeOf(source, header);
  const uint64_t size = sizeOf(*field.type);
  const bool pointAfterPoint = header.fortranOrder == shape.transposed;
  std::vector<std::string> names;
  for (uint64_t c = 0; c < shape.columns; ++c) names.push_back("column " + std::to_string(c + 1));
  std::vector<size_t> order = columnsByOption(source, names);
  size_t dimension = order.size();
  if (dimension == 0) dimension = source.options().dimension ? size_t(*source.options().dimension) : shape.columns;
  for (size_t c = 0; c < shape.columns; ++c)
    if (std::ranges::find(order, c) == order.end()) order.push_back(c);
  std::vector<Column> columns;
  std::vector<std::string> attributes;
  for (size_t c : order) {
    if (columns.size() >= dimension) attributes.push_back(names[c]);
    columns.push_back(
        {*field.type, field.order, header.dataBegin + size * (pointAfterPoint ? c : c * shape.points), size * (pointAfterPoint ? shape.columns : 1)});
  }
  CloudBuilder builder(source, dimension, attributes);
  builder.addColumns(columns, shape.points);
  return std::move(builder).finish("NPY, array " + shapeText(header));
}

CloudFile readStructured(const Source& source, const NpyHeader& header) {
  if (header.shape.size() != 1)
    source.refuse(atByte(header.dataBegin), "records in an array of shape " + shapeText(header) + " are not read", "save a one-dimensional array");
  std::vector<std::string> names;
  std::vector<Column> all;
  for (const NpyField& field : header.fields)
    for (uint64_t i = 0; field.type && i < field.count && all.size() < kMaxProperties; ++i) {
      names.push_back(field.count == 1 ? field.name : field.name + "[" + std::to_string(i) + "]");
      all.push_back({*field.type, field.order, header.dataBegin + field.offset + i * sizeOf(*field.type), header.itemBytes});
    }
  const std::vector<size_t> coordinates = coordinateFields(source, names, "the array", atByte(header.dataBegin));
  std::vector<Column> columns;
  std::vector<std::string> attributes;
  for (size_t c : coordinates) columns.push_back(all[c]);
  for (size_t i = 0; i < all.size(); ++i) {
    if (std::ranges::find(coordinates, i) != coordinates.end()) continue;
    columns.push_back(all[i]);
    attributes.push_back(names[i]);
  }
  CloudBuilder builder(source, coordinates.size(), attributes);
  if (coordinates.size() > 1) builder.nameCoordinates(names[coordinates[0]], names[coordinates[1]]);
  builder.addColumns(columns, header.shape[0]);
  return std::move(builder).finish("NPY, structured array");
}

}  // namespace

CloudFile readNpy(const Source& source) {
  if (!looksLikeNpy(source.head())) source.refuse(atByte(0), "it does not begin with the NPY signature", "save it with numpy.save");
  const NpyHeader header = readNpyHeader(source);
  checkSize(source, header);
  return header.structured ? readStructured(source, header) : readPlain(source, header);
}

}  // namespace arete
