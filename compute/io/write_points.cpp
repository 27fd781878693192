#include "compute/io/write_points.h"

#include <algorithm>

#include "compute/files/standard_streams.h"
#include "compute/io/format_table.h"
#include "compute/io/write/finite.h"
#include "compute/io/write/point_writers.h"
#include "compute/io/write/prj.h"

namespace arete {

static constexpr std::string_view kCannotWritePoints = "cannot write the points";

std::span<const PointFormat> pointFormats() {
  static constexpr PointFormat kFormats[] = {
      {"ply", "PLY, binary", "ply", "Points and attributes, little endian. For nearly every point cloud program.", true, true, &write::plyPoints},
      {"csv", "CSV table", "csv", "Points and attributes under a line of names. For spreadsheets and scripts.", true, true, &write::csvPoints},
      {"xyz", "XYZ text", "xyz", "A line of coordinates per point.", false, true, &write::xyzPoints},
      {"las", "LAS", "las",
       "Coordinates as whole steps, at the scale of the file that they are from; attributes; the coordinate system. For LiDAR programs.", true, false,
       &write::lasPoints},
      {"npy", "NumPy array", "npy", "An array of shape (points, dimension); with attributes records with named fields. For numpy.load.", true, true,
       &write::npyPoints},
      {"f32", "Raw floats", "f32", "Rows of little-endian 32-bit floats and nothing else: the reader must be told the dimension.", false, true,
       &write::rawFloatPoints},
      {"f64", "Raw doubles", "f64", "Rows of little-endian 64-bit floats and nothing else: the reader must be told the dimension.", false, true,
       &write::rawDoublePoints},
  };
  return kFormats;
}

const PointFormat& pointFormat(const std::filesystem::path& path, std::string_view formatId, std::string_view what) {
  const bool plain = formatId.empty() && extensionOf(path).empty() && isStream(path);
  return findFormat(pointFormats(), path, plain ? "csv" : formatId, what);
}

Scalar PointsInput::exactScalar() const {
  const auto used = std::span(origin).first(size_t(points.dimension()));
  const bool centred = std::all_of(used.begin(), used.end(), [](double x) { return x == 0; });
  return points.scalar() == Scalar::float32 && centred ? Scalar::float32 : Scalar::float64;
}

void write::forEachPiece(const PointsInput& input, const std::function<void(size_t begin, size_t end)>& body) {
  constexpr size_t kPiece = size_t(1) << 14;  // under 50 ms of text even with 16 coordinates and as many attributes
  const size_t count = input.points.size();
  for (size_t begin = 0; begin < count; begin += kPiece) {
    if (input.stop.stop_requested()) throw Cancelled{};
    const size_t end = std::min(begin + kPiece, count);
    body(begin, end);
    if (input.progress) input.progress(double(end) / double(count));
  }
}

std::vector<std::string> writePoints(const std::filesystem::path& path, const PointsInput& input, std::string_view formatId) {
  const PointFormat& format = pointFormat(path, formatId, kCannotWritePoints);
  for (const Attribute& attribute : input.attributes)
    if (attribute.values.size() != input.points.size())
      throw Error(ErrorKind::internal, kCannotWritePoints, path.string(), "attribute " + attribute.name + " needs one value per point");
  write::checkFinite(input.points, input.origin, {kCannotWritePoints, path.native(), "point"}, input.stop);
  std::optional<write::PrjBeside> prj;
  if (format.prjBeside) prj.emplace(path, input.crs);
  TextFile file(path, input.stop);
  std::vector<std::string> warnings = format.write(input, file);
  if (!format.attributes && !input.attributes.empty()) {
    std::string names;
    for (const Attribute& attribute : input.attributes) names.append(names.empty() ? "" : ", ").append(attribute.name);
    warnings.push_back("left out: " + names + " (PLY, LAS, NPY and CSV keep them)");
  }
  if (input.stop.stop_requested()) throw Cancelled{};
  if (!file.commit()) warnings.emplace_back(kNotDurable);
  if (prj) prj->commit(warnings);
  return warnings;
}

}  // namespace arete
