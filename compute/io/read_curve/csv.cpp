// The table of polylines that Arete writes: columns polyline_id, closed, index, the coordinates and node, found by their names.
#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "compute/core/coordinate_names.h"
#include "compute/io/read_curve/curve_readers.h"
#include "compute/io/read_curve/text_lines.h"

namespace arete::read_curve {

namespace {

enum Column : int { kOther = -1, kPolyline = kMaxDimension, kClosed, kIndex, kNode, kColumns };  ///< below kPolyline: that coordinate

struct Header {
  std::vector<int> columns;  ///< what each field is
  int dimension = 0;
  size_t ignored = 0;
};

Header headerOf(TextLines& lines) {
  Header header;
  std::array<bool, kColumns> seen{};
  std::string_view rest = lines.line();
  while (!rest.empty()) {
    const std::string_view field = TextLines::takeField(rest, ',');
    int column = field == "polyline_id" ? kPolyline : field == "closed" ? kClosed : field == "index" ? kIndex : field == "node" ? kNode : kOther;
    for (int k = 0; k < kMaxDimension; ++k)
      if (field == kCoordinateNames[size_t(k)]) column = k;
    if (column == kOther) ++header.ignored;
    else if (seen[size_t(column)]) lines.fail("column \"" + std::string(field) + "\" comes twice");
    else seen[size_t(column)] = true;
    header.columns.push_back(column);
  }
  while (header.dimension < kMaxDimension && seen[size_t(header.dimension)]) ++header.dimension;
  for (int k = header.dimension; k < kMaxDimension; ++k)
    if (seen[size_t(k)]) lines.fail("column \"" + std::string(kCoordinateNames[size_t(k)]) + "\" without those before it");
  if (!seen[kPolyline] || header.dimension == 0)
    lines.fail("the first line does not name the columns polyline_id and x", "a curve's CSV begins with polyline_id,closed,index,x,y,z");
  return header;
}

struct Row {
  int64_t polyline = 0, closed = 0;
  std::optional<int64_t> index;
  std::array<double, kMaxDimension> coordinates{};
};

Row rowOf(const TextLines& lines, const Header& header) {
  Row row;
  const size_t fields = 1 + size_t(std::count(lines.line().begin(), lines.line().end(), ','));
  if (fields != header.columns.size())
    lines.fail(std::to_string(fields) + " fields in a table of " + std::to_string(header.columns.size()) + " columns");
  std::string_view rest = lines.line();
  for (int column : header.columns) {
    const std::string_view field = TextLines::takeField(rest, ',');
    if (column == kPolyline) row.polyline = lines.integer(field, "polyline_id");
    else if (column == kClosed) row.closed = lines.integer(field, "closed");
    else if (column == kIndex) row.index = lines.integer(field, "index");
    else if (column == kNode) lines.integer(field, "node");  // polylines that meet have the same coordinates there
    else if (column != kOther) row.coordinates[size_t(column)] = lines.number(field, kCoordinateNames[size_t(column)]);
  }
  if (row.closed != 0 && row.closed != 1) lines.fail("closed is neither 0 nor 1");
  return row;
}

}  // namespace

CurveFile csv(std::string_view text, const std::string& name) {
  TextLines lines(text, name);
  lines.next();
  const Header header = headerOf(lines);
  CurveFile file;
  Polylines& polylines = file.polylines;
  polylines.dimension = header.dimension;
  std::set<int64_t> seen;
  std::optional<int64_t> current;
  while (lines.next()) {
    if (lines.line().empty()) continue;
    const Row row = rowOf(lines, header);
    if (row.polyline < 0) continue;  // a point without an edge
    if (current != row.polyline) {
      if (!seen.insert(row.polyline).second) lines.fail("polyline " + std::to_string(row.polyline) + " comes again", "keep its rows together");
      current = row.polyline;
      polylines.lines.emplace_back();
      polylines.closed.push_back(row.closed != 0);
    }
    std::vector<double>& line = polylines.lines.back();
    const size_t index = line.size() / size_t(header.dimension);
    if (row.index && *row.index != int64_t(index)) lines.fail("index " + std::to_string(*row.index) + " instead of " + std::to_string(index));
    if (polylines.closed.back() != (row.closed != 0)) lines.fail("closed differs within polyline " + std::to_string(row.polyline));
    line.insert(line.end(), row.coordinates.begin(), row.coordinates.begin() + header.dimension);
  }
  if (header.ignored > 0) file.warnings.push_back("columns that are no coordinates are left out: " + std::to_string(header.ignored));
  return file;
}

}  // namespace arete::read_curve
