#include "compute/io/write_curve.h"

#include "compute/io/format_table.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

std::span<const CurveFormat> curveFormats() {
  static constexpr CurveFormat kFormats[] = {
      {"ply", "PLY, vertices and edges", "ply",
       "Chosen points as vertices, the curve as edges; text. For MeshLab, CloudCompare, Blender and scripts.", kMaxDimension, true, &write::plyCurve},
      {"csv", "CSV table", "csv", "One row per point of each polyline: polyline_id, closed, index, coordinates. For spreadsheets and scripts.",
       kMaxDimension, true, &write::csvCurve},
      {"obj", "Wavefront OBJ lines", "obj", "Chosen points as vertices, polylines as lines. For Blender and other modelling programs.", 3, true,
       &write::objCurve},
      {"dxf", "DXF polylines", "dxf", "2D or 3D polylines on one layer, DXF R12. For CAD programs.", 3, false, &write::dxfCurve},
      {"geojson", "GeoJSON lines", "geojson", "One LineString per polyline with its length, in the cloud's own coordinate system. For GIS programs.",
       3, false, &write::geojsonCurve},
      {"svg", "SVG drawing", "svg", "The curve on its first two axes, y up. For papers and web pages.", 2, false, &write::svgCurve},
  };
  return kFormats;
}

std::vector<uint32_t> write::loosePoints(const Curve& curve) {
  std::vector<bool> joined(curve.nodes.size());
  for (const Edge& edge : curve.edges) joined[edge.a] = joined[edge.b] = true;
  std::vector<uint32_t> loose;
  for (uint32_t node = 0; node < curve.nodes.size(); ++node)
    if (!joined[node]) loose.push_back(node);
  return loose;
}

static std::vector<std::string> whatIsLost(const CurveFormat& format, const Curve& curve) {
  std::vector<std::string> warnings;
  if (curve.nodes.dimension() > format.axes && !curve.nodes.empty())
    warnings.push_back("the file holds the first " + std::to_string(format.axes) + " of " + std::to_string(curve.nodes.dimension()) + " coordinates");
  const size_t loose = format.loosePoints ? 0 : write::loosePoints(curve).size();
  if (loose > 0) warnings.push_back("chosen points without an edge are left out: " + std::to_string(loose) + " (PLY, CSV and OBJ keep them)");
  return warnings;
}

std::vector<std::string> writeCurve(const std::filesystem::path& path, const Curve& curve, const PointCloud::Origin& origin,
                                    std::string_view formatId, std::stop_token stop) {
  const CurveFormat& format = findFormat(curveFormats(), path, formatId, "cannot write the curve");
  TextFile file(path, std::move(stop));
  format.write({curve, origin}, file);
  std::vector<std::string> warnings = whatIsLost(format, curve);
  if (!file.commit()) warnings.emplace_back(kNotDurable);
  return warnings;
}

}  // namespace arete
