// Files of lines as clouds: their vertices are the points, and each line is a track. Two coordinates, and an elevation where lines have one, which
// --dim 3 takes as the third.
#include <algorithm>
#include <string>
#include <vector>

#include "compute/core/track_columns.h"
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/readers.h"
#include "compute/io/read_curve/curve_readers.h"

namespace arete {

namespace {

using LineReader = CurveFile (*)(std::string_view text, const std::string& name);

/// Refused as a cloud.
CurveFile linesOf(const Source& source, LineReader read) {
  const std::string name(source.name());
  try {
    return read(source.text(), name);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::badInput) throw;
    const std::string where = error.where();
    source.refuse(where.starts_with(name) ? where.substr(std::min(where.size(), name.size() + 1)) : where, error.reason(), error.hint());
  }
}

/// Which of x, y, elevation and track are coordinates.
std::vector<size_t> coordinatesOfLines(const Source& source, std::span<const std::string> names, size_t width) {
  std::vector<size_t> columns = columnsByOption(source, names);
  if (!columns.empty()) return columns;
  const size_t dimension = size_t(source.options().dimension.value_or(2));
  if (dimension < 2 || dimension > width)
    source.refuseOption("its lines have " + std::to_string(width) + " coordinates", "give --dim 2, 3 where there are elevations, or none");
  for (size_t k = 0; k < dimension; ++k) columns.push_back(k);
  return columns;
}

CloudFile cloudOfLines(const Source& source, LineReader read, std::string_view format) {
  constexpr uint64_t kTickPoints = 1 << 16;
  const CurveFile curve = linesOf(source, read);
  const Polylines& lines = curve.polylines;
  const size_t width = std::max<size_t>(2, size_t(lines.dimension));
  std::vector<std::string> names = {"x", "y", "elevation"}, attributes;
  names.resize(width);
  names.emplace_back(kTrackName);
  const std::vector<size_t> coordinates = coordinatesOfLines(source, names, width);
  std::vector<size_t> columns = coordinates;
  for (size_t i = 2; i < names.size(); ++i)
    if (std::ranges::find(coordinates, i) == coordinates.end()) columns.push_back(i), attributes.push_back(names[i]);
  CloudBuilder builder(source, coordinates.size(), attributes);
  std::vector<double> values(width + 1), row(columns.size());
  for (size_t line = 0; line < lines.size(); ++line) {
    const size_t count = lines.vertexCount(line);
    for (size_t i = 0; i < count + (lines.closed[line] ? 1 : 0); ++i) {
      std::ranges::copy(lines.vertex(line, i % count), values.begin());
      values[width] = double(line + 1);
      for (size_t k = 0; k < columns.size(); ++k) row[k] = values[columns[k]];
      builder.add(row.data());
      if (builder.pointsInFile() % kTickPoints == 0) builder.tick(source.size());
    }
  }
  if (lines.empty()) source.refuse("", "it has no lines", "open a file of lines, or of points");
  for (const std::string& warning : curve.warnings) builder.warn(warning);
  CloudFile file = std::move(builder).finish(std::string(format) + ", " + std::to_string(lines.size()) + (lines.size() == 1 ? " line" : " lines"));
  file.crs = curve.crs;
  return file;
}

}  // namespace

CloudFile readGeoJsonLines(const Source& source) { return cloudOfLines(source, &read_curve::geojson, "GeoJSON"); }
CloudFile readGeoPackageLines(const Source& source) { return cloudOfLines(source, &read_curve::geopackage, "GeoPackage"); }

}  // namespace arete
