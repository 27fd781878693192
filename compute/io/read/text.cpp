// Text: one point per line. A row that does not fit is left out and told; when such rows are the majority the file is refused.
#include <algorithm>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/row_parser.h"
#include "compute/io/read/text_encoding.h"
#include "compute/io/read/text_layout.h"

namespace arete {

namespace {

constexpr uint64_t kTickRows = 1 << 14;
constexpr uint64_t kShortenedAllowed = 1000;  // beyond half of the rows: short rows of a wide table would take much more memory than the file

/// Rows that were left out or shortened, told in one sentence each.
struct Faults {
  uint64_t broken = 0, firstBroken = 0, shortened = 0, firstShortened = 0;
  std::string reason;  ///< of the first broken row

  void addBroken(uint64_t line, const RowParser& parser, RowKind kind) {
    if (broken++ > 0) return;
    firstBroken = line;
    if (kind == RowKind::notNumber) reason = quoted(parser.culprit()) + " is not a number";
    else reason = "it has " + std::to_string(parser.fieldsSeen()) + " fields where " + std::to_string(parser.columnCount()) + " are expected";
  }
};

void reportFaults(const Source& source, const Faults& faults, CloudBuilder& builder) {
  if (faults.broken > builder.pointsInFile())
    source.refuse(
        atLine(faults.firstBroken),
        faults.reason + "; more rows are broken (" + std::to_string(faults.broken) + ") than sound (" + std::to_string(builder.pointsInFile()) + ")",
        "say how to read it with --separator, --decimal-comma, --columns or --skip-lines, or export the file again");
  if (faults.broken > 0)
    builder.warn((faults.broken == 1 ? std::string("One row was") : std::to_string(faults.broken) + " rows were") + " left out, first line " +
                 std::to_string(faults.firstBroken) + ": " + faults.reason + ".");
  if (faults.shortened > 0)
    builder.warn((faults.shortened == 1 ? std::string("One row lacks") : std::to_string(faults.shortened) + " rows lack") +
                 " attributes, first line " + std::to_string(faults.firstShortened) + ".");
}

std::string columnName(const TextLayout& layout, size_t column) {
  return layout.names[column].empty() ? "column " + std::to_string(column + 1) : layout.names[column];
}

void readRows(const Source& source, const Utf8Text& utf8, const TextLayout& layout, RowParser& parser, CloudBuilder& builder) {
  std::vector<double> values(layout.coordinates.size() + layout.attributes.size());
  Faults faults;
  for (TextLines lines = utf8.lines(); lines.next();) {
    if (lines.number() < layout.firstLine) continue;
    const std::string_view line = lines.line();
    if (isPassedOver(line, layout.separator)) continue;
    RowKind kind = parser.parse(line, values.data());
    if (kind == RowKind::tooLarge) source.refuse(atLine(lines.number()), "a number is too large", "correct the line or take it out");
    if (kind == RowKind::shortened && faults.shortened > builder.pointsInFile() / 2 + kShortenedAllowed) kind = RowKind::miscounted;
    if (kind == RowKind::miscounted || kind == RowKind::notNumber) {
      faults.addBroken(lines.number(), parser, kind);
      continue;
    }
    if (kind == RowKind::shortened && faults.shortened++ == 0) faults.firstShortened = lines.number();
    builder.add(values.data());
    if (builder.pointsInFile() % kTickRows == 0) builder.tick(lines.position());
  }
  reportFaults(source, faults, builder);
}

CloudFile readLines(const Source& source, const Utf8Text& utf8) {
  const TextLayout layout = findLayout(source, utf8.head());
  std::vector<size_t> columns = layout.coordinates;
  columns.insert(columns.end(), layout.attributes.begin(),
                 layout.attributes.begin() + std::ptrdiff_t(std::min(layout.attributes.size(), kMaxAttributes)));
  std::vector<std::string> attributes;
  for (size_t column : layout.attributes) attributes.push_back(columnName(layout, column));
  RowParser parser(layout.columnCount, columns, layout.coordinates.size(), layout.separator, layout.decimalComma);
  CloudBuilder builder(source, layout.coordinates.size(), attributes);
  for (const std::string& warning : layout.warnings) builder.warn(warning);
  readRows(source, utf8, layout, parser, builder);
  if (layout.declaredRows && *layout.declaredRows != builder.pointsInFile())
    builder.warn("The file declares " + std::to_string(*layout.declaredRows) + " points before line " + std::to_string(layout.firstLine) +
                 " but holds " + std::to_string(builder.pointsInFile()) + ".");
  return std::move(builder).finish("text, separated by " + std::string(separatorName(layout.separator)) +
                                   (layout.decimalComma ? ", decimal commas" : ""));
}

}  // namespace

CloudFile readText(const Source& source) {
  const Utf8Text utf8(source);
  return utf8.read([&] { return readLines(source, utf8); });
}

TextPreview previewText(const Source& source) {
  constexpr size_t kPreviewRows = 20;
  const Utf8Text utf8(source);
  const TextLayout layout = findLayout(source, utf8.head());
  TextPreview preview{layout.separator, layout.decimalComma, layout.firstLine, layout.names, layout.coordinates, layout.attributes, {}};
  std::vector<std::string_view> fields;
  for (TextLines lines(source, utf8.head()); preview.rows.size() < kPreviewRows && lines.next();) {
    if (lines.number() < layout.firstLine || isPassedOver(lines.line(), layout.separator)) continue;
    splitFields(lines.line(), layout.separator, fields);
    preview.rows.emplace_back(fields.begin(), fields.end());
  }
  return preview;
}

}  // namespace arete
