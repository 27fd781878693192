// PLY: the vertices are the points. Binary vertices without lists are read as columns, everything else row by row, in pieces by all threads; where a
// binary row with lists ends, only its own counts tell, so one thread goes ahead from count to count. Elements after the vertices are read only to
// see whether their vertex indices are valid: a mesh with invalid indices is a sign of a damaged file.
#include <algorithm>
#include <atomic>
#include <limits>

#include "compute/core/coordinate_names.h"
#include "compute/core/error.h"
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/cursor.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"
#include "compute/io/read/ply_header.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/sound_rows.h"

namespace arete {

bool looksLikePly(std::span<const std::byte> content) {
  const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
  return text.starts_with("ply\n") || text.starts_with("ply\r") || text.starts_with("ply ");
}

namespace {

constexpr uint64_t kPlyTickRows = 1 << 16;
constexpr size_t kNoSlot = std::numeric_limits<size_t>::max();

/// Rows of ASCII elements, one per line.
class AsciiRows {
 public:
  /// `lines`: of what follows the header, or of a part of that.
  AsciiRows(const Source& source, const PlyHeader& header, TextLines& lines)
      : source_(source), lines_(lines), lineBase_(header.lines), byteBase_(header.dataBegin) {}

  void beginRow(const PlyElement& element, uint64_t row) {
    if (!beginNext())
      source_.refuse(atLine(lineBase_ + lines_.number()),
                     "the file ends after " + std::to_string(row) + " of " + std::to_string(element.count) + " rows of element " + element.name,
                     "it was probably cut off: fetch or export it again");
  }
  /// False at the end of the lines.
  bool beginNext() {
    do {
      if (!lines_.next()) return false;
      rest_ = trimmed(lines_.line());
    } while (rest_.empty());
    return true;
  }
  double value(const PlyProperty& property) {
    const std::string_view word = nextWord(rest_);
    if (word.empty()) refuse("the row has no value for the property '" + property.name + "'");
    const Number number = parseNumber(word);
    if (number.kind == NumberKind::tooLarge) refuse(quoted(word) + " is too large for a number");
    if (number.kind != NumberKind::number) refuse(quoted(word) + " is not a number");
    return number.value;
  }
  uint64_t listLength(const PlyProperty& property) {
    const auto length = parseCount(nextWord(rest_));
    if (!length) refuse("the length of the list '" + property.name + "' is not a count");
    if (*length > rest_.size()) refuse("the list '" + property.name + "' is longer than its line");
    return *length;
  }
  bool rowHasMore() { return !trimmed(rest_).empty(); }
  TextLines& lines() { return lines_; }
  bool restHasMore() {
    while (lines_.next())
      if (!trimmed(lines_.line()).empty()) return true;
    return false;
  }
  std::string place() const { return atLine(lineBase_ + lines_.number()); }
  uint64_t position() const { return byteBase_ + lines_.position(); }
  static uint64_t leastRowBytes(const PlyElement& element) { return 2 * std::max<size_t>(element.properties.size(), 1) - 1; }

 private:
  [[noreturn]] void refuse(std::string_view reason) const {
    source_.refuse(place(), reason, "the row does not fit the header: export the file again");
  }

  const Source& source_;
  TextLines& lines_;
  uint64_t lineBase_, byteBase_;
  std::string_view rest_;
};

/// Rows of binary elements.
class BinaryRows {
 public:
  BinaryRows(const Source& source, const PlyHeader& header) : BinaryRows(source, header, header.dataBegin) {}
  BinaryRows(const Source& source, const PlyHeader& header, uint64_t begin)
      : source_(source), cursor_(source, begin), order_(header.encoding == PlyEncoding::bigEndian ? std::endian::big : std::endian::little) {}

  void beginRow(const PlyElement&, uint64_t) {}
  double value(const PlyProperty& property) { return read(property.type); }
  uint64_t listLength(const PlyProperty& property) {
    const double length = read(property.countType);
    if (!(length >= 0 && length < 0x1p64) || !fits(uint64_t(length), sizeOf(property.type), cursor_.remaining()))
      source_.refuse(place(), "the list '" + property.name + "' is longer than the file", "the file is damaged: fetch or export it again");
    return uint64_t(length);
  }
  /// Refuses what reading the row would refuse.
  void passRow(const PlyElement& element) {
    for (const PlyProperty& property : element.properties) cursor_.skip((property.isList ? listLength(property) : 1) * sizeOf(property.type));
  }
  bool rowHasMore() { return false; }
  bool restHasMore() { return cursor_.remaining() > 0; }
  std::string place() const { return atByte(cursor_.position()); }
  uint64_t position() const { return cursor_.position(); }
  Cursor& cursor() { return cursor_; }
  std::endian order() const { return order_; }
  static uint64_t leastRowBytes(const PlyElement& element) {
    uint64_t bytes = 0;
    for (const PlyProperty& property : element.properties) bytes += sizeOf(property.isList ? property.countType : property.type);
    return bytes;
  }

 private:
  double read(ScalarType type) {
    return withType(type, [&]<class T>() { return double(cursor_.read<T>(order_)); });
  }

  const Source& source_;
  Cursor cursor_;
  std::endian order_;
};

/// Where each value of a vertex row goes.
struct VertexPlan {
  std::vector<size_t> slots;  ///< per property: index into the values of CloudBuilder::add, or kNoSlot
  std::vector<std::string> attributeNames;
  std::vector<ScalarType> attributeTypes;
  std::vector<std::string> coordinateNames;
  size_t dimension = 0;
};

/// This program writes only the axes that a cloud has, so x, y without z is intended here. Nothing where the user says otherwise.
std::vector<size_t> ownCoordinates(const Source& source, std::span<const std::string> names) {
  std::vector<size_t> columns;
  if (source.options().dimension || !source.options().columns.empty()) return columns;
  while (columns.size() < std::min(names.size(), kCoordinateNames.size()) && names[columns.size()] == kCoordinateNames[columns.size()])
    columns.push_back(columns.size());
  return columns;
}

VertexPlan planVertex(const Source& source, const PlyElement& vertex, const PlyHeader& header) {
  std::vector<std::string> names;
  std::vector<size_t> properties;  // scalar ones
  for (size_t i = 0; i < vertex.properties.size(); ++i) {
    if (vertex.properties[i].isList) continue;
    names.push_back(vertex.properties[i].name);
    properties.push_back(i);
  }
  std::vector<size_t> coordinates;
  if (header.ours) coordinates = ownCoordinates(source, names);
  if (coordinates.empty()) coordinates = coordinateFields(source, names, "element vertex", atLine(header.lines));
  VertexPlan plan;
  plan.dimension = coordinates.size();
  for (const size_t c : coordinates) plan.coordinateNames.push_back(names[c]);
  plan.slots.assign(vertex.properties.size(), kNoSlot);
  for (size_t k = 0; k < coordinates.size(); ++k) plan.slots[properties[coordinates[k]]] = k;
  for (size_t i : properties) {
    if (plan.slots[i] != kNoSlot || plan.attributeNames.size() >= kMaxProperties) continue;
    plan.slots[i] = plan.dimension + plan.attributeNames.size();
    plan.attributeNames.push_back(vertex.properties[i].name);
    plan.attributeTypes.push_back(vertex.properties[i].type);
  }
  return plan;
}

/// The values of a row that has begun.
template <class Rows>
void readVertex(Rows& rows, const PlyElement& vertex, const VertexPlan& plan, std::vector<double>& values) {
  for (size_t i = 0; i < vertex.properties.size(); ++i) {
    const PlyProperty& property = vertex.properties[i];
    if (property.isList) {
      for (uint64_t n = rows.listLength(property); n > 0; --n) rows.value(property);
    } else {
      const double value = rows.value(property);
      if (plan.slots[i] != kNoSlot) values[plan.slots[i]] = value;
    }
  }
}

/// By all threads, as far as nothing is wrong.
SoundRows addSoundVertices(const Source& source, const PlyHeader& header, AsciiRows& rows, const PlyElement& vertex, const VertexPlan& plan,
                           CloudBuilder& builder) {
  const auto parserForThread = [&]() -> ParseRows {
    return [&, values = std::vector<double>(plan.dimension + plan.attributeNames.size())](TextLines& lines, RowCollector& collector) mutable {
      uint64_t firstExtra = 0;
      AsciiRows piece(source, header, lines);
      while (piece.beginNext()) {
        readVertex(piece, vertex, plan, values);
        if (firstExtra == 0 && piece.rowHasMore()) firstExtra = lines.number();
        collector.add(values.data());
      }
      return firstExtra;
    };
  };
  return addSoundRows(source, builder, rows.lines(), header.dataBegin, vertex.count, parserForThread);
}

/// By all threads: one cuts pieces off, which it has to, and the others read what is in them.
void addCutVertices(const Source& source, const PlyHeader& header, BinaryRows& rows, const PlyElement& vertex, const VertexPlan& plan,
                    CloudBuilder& builder) {
  constexpr uint64_t kPieceRows = 1 << 14;
  struct Own {
    RowCollector collector;
    std::vector<double> values;
  };
  struct Cut {
    uint64_t begin, rows;
  };
  const size_t pieces = size_t((vertex.count + kPieceRows - 1) / kPieceRows);
  std::vector<Own> own;
  for (int i = 0; i < builder.threads().sizeFor(pieces); ++i)
    own.push_back({builder.collector(), std::vector<double>(plan.dimension + plan.attributeNames.size())});
  std::atomic<uint64_t> position = rows.position();
  const auto cut = [&](size_t piece) {
    const Cut next{rows.position(), std::min(kPieceRows, vertex.count - piece * kPieceRows)};
    for (uint64_t row = 0; row < next.rows; ++row) rows.passRow(vertex);
    position = rows.position();
    return next;
  };
  const auto make = [&](const Cut& piece, int thread) {
    auto& [collector, values] = own[size_t(thread)];
    BinaryRows inPiece(source, header, piece.begin);
    for (uint64_t row = 0; row < piece.rows; ++row) {
      readVertex(inPiece, vertex, plan, values);
      collector.add(values.data());
    }
    return collector.take();
  };
  const auto take = [&](size_t, RowPiece&& piece) {
    builder.addPiece(std::move(piece));
    return true;
  };
  builder.expect(vertex.count);
  builder.threads().forEachCutInOrder(pieces, cut, make, take, [&] { builder.tick(position); });
}

template <class Rows>
void readVertexRows(const Source& source, const PlyHeader& header, Rows& rows, const PlyElement& vertex, const VertexPlan& plan,
                    CloudBuilder& builder) {
  builder.expect(vertex.count);
  std::vector<double> values(plan.dimension + plan.attributeNames.size());
  std::string firstExtra;
  SoundRows sound;
  if constexpr (std::is_same_v<Rows, AsciiRows>) {
    sound = addSoundVertices(source, header, rows, vertex, plan, builder);
    if (sound.firstExtra > 0) firstExtra = atLine(header.lines + sound.firstExtra);
  }
  for (uint64_t row = sound.rows; row < vertex.count; ++row) {
    if (row % kPlyTickRows == 0) builder.tick(rows.position());
    rows.beginRow(vertex, row);
    readVertex(rows, vertex, plan, values);
    if (firstExtra.empty() && rows.rowHasMore()) firstExtra = rows.place();
    builder.add(values.data());
  }
  if (!firstExtra.empty())
    builder.warn("Some vertex rows have more values than the header declares, first in " + firstExtra + "; they were passed over.");
}

void readVertexColumns(BinaryRows& rows, const PlyElement& vertex, const VertexPlan& plan, CloudBuilder& builder) {
  std::vector<Column> columns(plan.dimension + plan.attributeNames.size());
  const uint64_t stride = vertex.rowBytes();
  uint64_t offset = rows.position();
  for (size_t i = 0; i < vertex.properties.size(); ++i) {
    if (plan.slots[i] != kNoSlot) columns[plan.slots[i]] = {vertex.properties[i].type, rows.order(), offset, stride};
    offset += sizeOf(vertex.properties[i].type);
  }
  builder.addColumns(columns, vertex.count);
  rows.cursor().skip(vertex.count * stride);
}

template <class Rows>
void checkCount(const Source& source, const Rows& rows, const PlyElement& element) {
  const uint64_t least = Rows::leastRowBytes(element), remaining = source.size() - std::min<uint64_t>(rows.position(), source.size());
  if (element.count > 0 && (least == 0 || !fits(element.count, least, remaining + 1)))  // + 1: the last line may lack its end
    source.refuse(rows.place(),
                  "the header declares " + std::to_string(element.count) + " rows of element " + element.name + ", the " + std::to_string(remaining) +
                      " bytes left cannot hold them",
                  "the file was cut off or its header is damaged: fetch or export it again");
}

bool isVertexIndex(const PlyProperty& property) { return property.isList && (property.name == "vertex_indices" || property.name == "vertex_index"); }

/// Reads an element that is not kept. Returns the place of the first index that refers to no vertex, or "".
template <class Rows>
std::string passOver(const Source& source, Rows& rows, const PlyElement& element, uint64_t vertices) {
  std::string firstBad;
  for (uint64_t row = 0; row < element.count; ++row) {
    if (row % kPlyTickRows == 0) source.tick(rows.position(), vertices);
    rows.beginRow(element, row);
    for (const PlyProperty& property : element.properties) {
      uint64_t count = property.isList ? rows.listLength(property) : 1;
      for (; count > 0; --count) {
        const double index = rows.value(property);
        if (isVertexIndex(property) && !(index >= 0 && index < double(vertices)) && firstBad.empty()) firstBad = rows.place();
      }
    }
  }
  return firstBad;
}

/// Everything after the vertices: only warns, as the points are sound.
template <class Rows>
void checkRest(const Source& source, Rows& rows, std::span<const PlyElement> elements, uint64_t vertices, CloudBuilder& builder) {
  for (const PlyElement& element : elements) {
    std::string bad;
    try {
      checkCount(source, rows, element);
      bad = passOver(source, rows, element, vertices);
    } catch (const Error& error) {
      builder.warn("Element " + element.name + ", which is not needed, is damaged (" + error.where() + "): " + error.reason() + ".");
      return;
    }
    if (!bad.empty()) builder.warn("Element " + element.name + " refers to vertices that do not exist, first at " + bad + ".");
  }
  if (rows.restHasMore()) builder.warn("There is more in the file after its last element, at " + rows.place() + "; it was passed over.");
}

template <class Rows>
CloudFile readElements(const Source& source, const PlyHeader& header, Rows rows, std::string format) {
  const auto vertex = std::ranges::find(header.elements, "vertex", &PlyElement::name);
  if (vertex == header.elements.end())
    source.refuse(atLine(header.lines), "the header declares no element vertex", "only vertices can be read as points");
  const VertexPlan plan = planVertex(source, *vertex, header);
  CloudBuilder builder(source, plan.dimension, plan.attributeNames);
  if (plan.dimension > 1) builder.nameCoordinates(plan.coordinateNames[0], plan.coordinateNames[1]);
  for (auto element = header.elements.begin(); element != vertex; ++element) {
    checkCount(source, rows, *element);
    const std::string bad = passOver(source, rows, *element, vertex->count);
    if (!bad.empty()) builder.warn("Element " + element->name + " refers to vertices that do not exist, first at " + bad + ".");
  }
  checkCount(source, rows, *vertex);
  if constexpr (std::is_same_v<Rows, BinaryRows>) {
    if (vertex->hasLists()) builder.declare(plan.attributeTypes);
    if (vertex->hasLists() && source.streaming()) readVertexRows(source, header, rows, *vertex, plan, builder);
    else if (vertex->hasLists()) addCutVertices(source, header, rows, *vertex, plan, builder);
    else readVertexColumns(rows, *vertex, plan, builder);
  } else {
    readVertexRows(source, header, rows, *vertex, plan, builder);
  }
  if (!source.streaming()) checkRest(source, rows, std::span(vertex + 1, header.elements.end()), vertex->count, builder);
  return std::move(builder).finish(std::move(format));
}

}  // namespace

CloudFile readPly(const Source& source) {
  const PlyHeader header = readPlyHeader(source);
  if (header.encoding == PlyEncoding::ascii) {
    TextLines lines(source, header.dataBegin);
    return readElements(source, header, AsciiRows(source, header, lines), "PLY, ASCII");
  }
  return readElements(source, header, BinaryRows(source, header),
                      header.encoding == PlyEncoding::littleEndian ? "PLY, binary little endian" : "PLY, binary big endian");
}

}  // namespace arete
