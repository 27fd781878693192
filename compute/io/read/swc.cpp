// SWC as a cloud: the nodes of a neuron's tree with their type, radius and number, and that of their parent (−1: a root).
#include <array>
#include <cmath>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/text_encoding.h"

namespace arete {

namespace {

constexpr uint64_t kSwcTickLines = 1 << 14;
constexpr size_t kFields = 7, kAxes = 3;
constexpr std::array<std::string_view, kFields> kFieldNames = {"number", "type", "x", "y", "z", "radius", "parent"};

/// The fields of a row in the order of the file.
std::array<double, kFields> fieldsOf(const Source& source, std::string_view rest, uint64_t line) {
  std::array<double, kFields> fields{};
  size_t count = 0;
  for (std::string_view word = nextWord(rest); !word.empty() && word[0] != '#'; word = nextWord(rest), ++count) {
    if (count == kFields) break;
    const Number number = parseNumber(word);
    if (number.kind != NumberKind::number || !std::isfinite(number.value))
      source.refuse(atLine(line), quoted(word) + " is no " + std::string(kFieldNames[count]), "a row is: number type x y z radius parent");
    fields[count] = number.value;
  }
  if (count < kFields)
    source.refuse(atLine(line), "a row has " + std::to_string(count) + " of 7 fields", "a row is: number type x y z radius parent");
  return fields;
}

CloudFile readRows(const Source& source, const Utf8Text& utf8) {
  const size_t dimension = source.options().dimension ? size_t(*source.options().dimension) : kAxes;
  if (dimension > kAxes) source.refuseOption("nodes of SWC have at most 3 coordinates", "give --dim 2 or 3, or none");
  if (!source.options().columns.empty()) source.refuseOption("SWC has no columns to choose from", "leave --columns out");
  CloudBuilder builder(source, dimension, {"type", "radius", "number", "parent"});
  for (TextLines lines = utf8.lines(); lines.next();) {
    if (lines.number() % kSwcTickLines == 0) builder.tick(lines.position());
    const std::string_view line = trimmed(lines.line());
    if (line.empty() || line[0] == '#') continue;
    const auto fields = fieldsOf(source, line, lines.number());
    std::array<double, kFields> row{fields[2], fields[3], fields[4]};
    size_t place = dimension;
    for (const size_t field : {1, 5, 0, 6}) row[place++] = fields[field];
    builder.add(row.data());
  }
  if (builder.pointsInFile() == 0) source.refuse("", "there are no nodes in it", "open a file with nodes");
  return std::move(builder).finish("SWC");
}

}  // namespace

CloudFile readSwc(const Source& source) {
  const Utf8Text utf8(source);
  return utf8.read([&] { return readRows(source, utf8); });
}

}  // namespace arete
