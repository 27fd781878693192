#include "compute/io/read_curve.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <system_error>

#include "compute/crs/about_crs.h"
#include "compute/crs/heights.h"
#include "compute/crs/transformation.h"
#include "compute/files/open_file.h"
#include "compute/io/format_table.h"
#include "compute/io/read_curve/curve_readers.h"
#include "compute/io/read_curve/text_lines.h"

namespace arete {

namespace fs = std::filesystem;

static constexpr std::string_view kCannotReadCurve = "cannot read the curve";

std::span<const CurveReader> curveReaders() {
  static constexpr CurveReader kReaders[] = {
      {"ply", "ply", "The edges of a text PLY file.", &read_curve::ply},
      {"csv", "csv", "The table that Arete writes: polyline_id, closed, index, x, y, z.", &read_curve::csv},
      {"obj", "obj", "The lines (l) of a Wavefront OBJ file.", &read_curve::obj},
      {"geojson", "geojson", "The LineStrings and MultiLineStrings of a GeoJSON file.", &read_curve::geojson},
      {"segments", "segments.txt", "A segment per line: the coordinates of its start, then those of its end; # begins a comment.",
       &read_curve::segments},
      {"gpx", "gpx", "The tracks and routes of a GPX file.", &read_curve::gpx},
      {"swc", "swc", "The nodes of an SWC file, each joined with its parent.", &read_curve::swc},
      {"gpkg", "gpkg", "The lines of all layers of a GeoPackage.", &read_curve::geopackage},
      {"xyz", "xyz", "A point per line, then optionally the name of its line; adjacent rows with the same name are joined, a blank line separates.",
       &read_curve::xyz},
  };
  return kReaders;
}

static const CurveReader& readerFor(const fs::path& path) {
  // extensionOf() does not see the one extension that has two parts.
  if (extensionOf(path) == "txt" && extensionOf(path.stem()) == "segments") return findFormat(curveReaders(), path, "segments", kCannotReadCurve);
  return findFormat(curveReaders(), path, {}, kCannotReadCurve);
}

[[noreturn]] static void refuse(const fs::path& path, ErrorKind kind, std::string_view reason, std::string_view hint) {
  throw Error(kind, kCannotReadCurve, path.string(), reason, hint);
}

static std::string bytesOf(const fs::path& path) {
  constexpr size_t kLargest = size_t(256) << 20, kPiece = size_t(1) << 16;
  std::ifstream file = openToRead(path, kCannotReadCurve);
  std::string text;
  while (file) {
    const size_t size = text.size();
    if (size > kLargest) refuse(path, ErrorKind::badInput, "it is larger than 256 MiB", "curves are small: is this a point cloud?");
    text.resize(size + kPiece);
    file.read(text.data() + size, std::streamsize(kPiece));
    text.resize(size + size_t(file.gcount()));
  }
  if (file.bad()) refuse(path, ErrorKind::io, std::system_category().message(errno), "check the disk");
  return text;
}

CurveFile readCurve(const fs::path& path) {
  const CurveReader& reader = readerFor(path);
  const std::string text = bytesOf(path);
  CurveFile file = reader.read(text, path.string());
  if (file.polylines.empty()) file.warnings.push_back("the file holds no line");
  return file;
}

/// GeoJSON and GPX have metres by their definition.
static double heightsFactor(const Crs& from, const Crs& to) { return from == kWgs84 ? 1 / metresOfHeights(to) : heightsWay(from, to).factor; }

void bringTo(const Crs& crs, const fs::path& path, CurveFile& file) {
  if (!crs.known() || !file.crs.known() || file.polylines.dimension < 2) return;
  if (const double factor = file.polylines.dimension == 3 ? heightsFactor(file.crs, crs) : 1; factor != 1)
    for (std::vector<double>& line : file.polylines.lines)
      for (size_t i = 2; i < line.size(); i += 3) line[i] *= factor;
  if (sameCrs(crs, file.crs)) return;
  CrsTransformation transformation(file.crs, crs, kCannotReadCurve, path.string());
  for (std::vector<double>& line : file.polylines.lines) transformation.apply(line, file.polylines.dimension);
  for (std::string& warning : transformation.warnings()) file.warnings.push_back(std::move(warning));
  file.crs = crs;
}

namespace read_curve {

void Graph::join(uint32_t a, uint32_t b) {
  if (a == b) ++dots;
  else edges.push_back({std::min(a, b), std::max(a, b)});
}

CurveFile Graph::take() && {
  CurveFile file;
  if (dots > 0) file.warnings.push_back("segments that end where they start are left out: " + std::to_string(dots));
  if (dimension == 0 || edges.empty()) return file;
  file.polylines = polylinesOf(makeCurve(PointArray::fromRows(std::move(rows), dimension), std::move(edges)), {});
  return file;
}

std::optional<int> dimensionComment(std::string_view rest) {
  if (TextLines::takeWord(rest) != "dimension") return {};
  const std::string_view word = TextLines::takeWord(rest);
  int dimension = 0;
  std::from_chars(word.data(), word.data() + word.size(), dimension);
  return dimension >= 1 && dimension <= kMaxDimension ? std::optional(dimension) : std::nullopt;
}

std::vector<double> firstCoordinates(std::vector<double> rows, int width, int dimension) {
  if (dimension == width) return rows;
  size_t kept = 0;
  for (size_t i = 0; i < rows.size(); ++i)
    if (i % size_t(width) < size_t(dimension)) rows[kept++] = rows[i];
  rows.resize(kept);
  return rows;
}

}  // namespace read_curve

}  // namespace arete
