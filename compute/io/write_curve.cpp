#include "compute/io/write_curve.h"

#include <algorithm>

#include "compute/io/format_table.h"
#include "compute/io/write/curve_writers.h"
#include "compute/io/write/finite.h"
#include "compute/io/write/prj.h"
#include "compute/io/write/resample.h"

namespace arete {

static constexpr std::string_view kCannotWriteCurve = "cannot write the curve";

std::span<const CurveFormat> curveFormats() {
  static constexpr CurveFormat kFormats[] = {
      {"ply", "PLY, vertices and edges", "ply",
       "Chosen points as vertices, the curve as edges; text. For MeshLab, CloudCompare, Blender and scripts.", kMaxDimension, true, true, true, true,
       &write::plyCurve},
      {"csv", "CSV table", "csv", "One row per point of each polyline: polyline_id, closed, index, coordinates. For spreadsheets and scripts.",
       kMaxDimension, true, true, true, true, &write::csvCurve},
      {"obj", "Wavefront OBJ lines", "obj", "Chosen points as vertices, polylines as lines. For Blender and other modelling programs.", 3, true, true,
       false, false, &write::objCurve},
      {"dxf", "DXF polylines", "dxf", "2D or 3D polylines on one layer, DXF R12. For CAD programs.", 3, false, true, false, false, &write::dxfCurve,
       nullptr, true},
      {"geojson", "GeoJSON lines", "geojson",
       "One LineString per polyline with its length; in WGS 84 where the cloud's coordinate system is known. For GIS programs.", 3, false, true, true,
       false, &write::geojsonCurve, &write::checkGeojson},
      {"svg", "SVG drawing", "svg", "The curve on its first two axes, y up. For papers and web pages.", 2, false, true, true, false,
       &write::svgCurve},
      {"gpkg", "GeoPackage", "gpkg",
       "Lines, nodes and, with confidence, edges as layers, with coordinate system, numbers, component, degree and length. For GIS programs.", 3,
       true, true, true, true, &write::geopackageCurve, &write::checkGeopackage},
      {"vtp", "VTK PolyData", "vtp", "Chosen points and polylines with degree, component and length; text. For ParaView.", kMaxDimension, true, true,
       true, true, &write::vtpCurve},
      {"graphml", "GraphML graph", "graphml",
       "Ends and junctions as nodes, the lines between them as edges with length and geometry. For NetworkX, igraph and Gephi.", kMaxDimension, true,
       true, true, true, &write::graphmlCurve},
      {"swc", "SWC tree", "swc", "A row per node with its radius and its parent, for curves without loops. For programs that read neurons.", 3, false,
       false, false, true, &write::swcCurve},
  };
  return kFormats;
}

const CurveFormat& curveFormat(const std::filesystem::path& path, std::string_view formatId, const CurveOptions& options) {
  const CurveFormat& format = findFormat(curveFormats(), path, formatId, kCannotWriteCurve);
  if (format.check) format.check(options, path.string());
  return format;
}

std::vector<uint32_t> write::loosePoints(const Curve& curve) {
  std::vector<bool> joined(curve.nodes.size());
  for (const Edge& edge : curve.edges) joined[edge.a] = joined[edge.b] = true;
  std::vector<uint32_t> loose;
  for (uint32_t node = 0; node < curve.nodes.size(); ++node)
    if (!joined[node]) loose.push_back(node);
  return loose;
}

std::optional<uint32_t> write::edgeAfter(const Curve& curve, const Polyline& polyline, size_t place) {
  if (place + 1 >= polyline.nodes.size() && !polyline.closed) return {};
  const auto [a, b] = std::minmax(polyline.nodes[place], polyline.nodes[(place + 1) % polyline.nodes.size()]);
  return uint32_t(std::ranges::lower_bound(curve.edges, Edge{a, b}) - curve.edges.begin());
}

write::PolylineSupport write::supportOf(const CurveInput& input, const Polyline& polyline) {
  PolylineSupport result;
  double length = 0;
  for (size_t i = 0; i < polyline.nodes.size(); ++i) {
    result.spread = std::max(result.spread, input.support()->nodeSpread[polyline.nodes[i]]);
    const std::optional<uint32_t> edge = edgeAfter(input.curve, polyline, i);
    if (!edge) continue;
    const double own = edgeLength(input.curve, input.curve.edges[*edge]), support = input.support()->edgeSupport[*edge];
    length += own, result.mean += own * support;
    result.least = std::min(result.least, support);
  }
  if (length > 0) result.mean /= length;
  return result;
}

double write::radiusOf(const CurveInput& input, const Polyline& polyline) {
  double length = 0, sum = 0;
  for (size_t i = 0; i < polyline.nodes.size(); ++i) {
    const std::optional<uint32_t> edge = edgeAfter(input.curve, polyline, i);
    if (!edge) continue;
    const Edge& own = input.curve.edges[*edge];
    const double way = edgeLength(input.curve, own);
    length += way, sum += way * (input.bodies[own.a].radius + input.bodies[own.b].radius) / 2;
  }
  return length > 0 ? sum / length : 0;
}

static std::vector<std::string> whatIsLost(const CurveFormat& format, const Curve& curve, bool withSupport) {
  std::vector<std::string> warnings;
  if (curve.nodes.dimension() > format.axes && !curve.nodes.empty())
    warnings.push_back("the file holds the first " + std::to_string(format.axes) + " of " + std::to_string(curve.nodes.dimension()) + " coordinates");
  const size_t loose = format.loosePoints ? 0 : write::loosePoints(curve).size();
  if (loose > 0)
    warnings.push_back("chosen points without an edge are left out: " + std::to_string(loose) +
                       " (PLY, CSV, OBJ, GeoPackage, VTP and GraphML keep them)");
  if (withSupport && !format.support)
    warnings.emplace_back("this format stores no confidence (PLY, CSV, GeoJSON, SVG, GeoPackage, VTP and GraphML do)");
  return warnings;
}

/// Writes a curve as it is, with the bodies that go into the file.
static std::vector<std::string> writeAs(const CurveFormat& format, const CurveInput& input, const std::filesystem::path& path, std::stop_token stop) {
  const CurveOptions& options = input.options;
  const write::PrjBeside prj = format.prjBeside ? write::PrjBeside(path, options.crs) : write::PrjBeside::ofNone(path, options.crs);
  TextFile file(path, std::move(stop));
  std::vector<std::string> warnings = whatIsLost(format, input.curve, options.support != nullptr);
  format.write({input.curve, input.origin, options, &warnings, input.bodies}, file);
  if (!file.commit()) warnings.emplace_back(kNotDurable);
  prj.commit(warnings);
  return warnings;
}

std::vector<std::string> writeCurve(const std::filesystem::path& path, const Curve& curve, const PointCloud::Origin& origin,
                                    std::string_view formatId, std::stop_token stop, const CurveOptions& options) {
  const CurveFormat& format = curveFormat(path, formatId, options);
  write::checkFinite(curve, origin, {kCannotWriteCurve, path.native()});
  const bool withBodies = options.bodies && format.radii && (options.bodyColumns || !format.loops);
  const std::vector<NodeBody> bodies = withBodies ? options.bodies() : std::vector<NodeBody>();
  if (!(options.step > 0)) return writeAs(format, {curve, origin, options, nullptr, bodies}, path, std::move(stop));
  const write::SteppedCurve stepped = write::withStep(curve, bodies, options.step);
  CurveOptions ofNewNodes = options;
  ofNewNodes.support = nullptr;
  if (const auto root = options.swcRoot.node; root && *root < curve.nodes.size()) {
    ofNewNodes.swcRoot = {};  // the number is of the old nodes
    for (int k = 0; k < curve.nodes.dimension(); ++k) ofNewNodes.swcRoot.place.push_back(curve.nodes.coordinate(*root, k) + origin[size_t(k)]);
  }
  std::vector<std::string> warnings = writeAs(format, {stepped.curve, origin, ofNewNodes, nullptr, stepped.bodies}, path, std::move(stop));
  if (options.support != nullptr) warnings.emplace_back("in even steps a curve has other nodes: how sure the old ones are is left out");
  return warnings;
}

/// For each edge 1 where it is written; empty where all are.
static std::vector<uint8_t> keptEdges(const Frame& frame, double leastSupport) {
  if (!frame.support) return {};
  std::vector<uint8_t> kept = frame.support->consensus;
  if (leastSupport > 0) kept.resize(frame.curve.edges.size(), 1);
  for (size_t e = 0; e < kept.size(); ++e)
    if (frame.support->edgeSupport[e] < leastSupport) kept[e] = 0;
  return kept;
}

std::vector<std::string> writeCurve(const std::filesystem::path& path, const Frame& frame, std::string_view formatId, std::stop_token stop,
                                    CurveOptions options) {
  const PointCloud::Origin& origin = frame.cloud.origin();
  options.support = frame.support.get();
  const std::vector<uint8_t> kept = keptEdges(frame, options.leastSupport);
  if (std::ranges::find(kept, 0) == kept.end()) return writeCurve(path, frame.curve, origin, formatId, std::move(stop), options);
  const SupportedCurve part = keptCurve(frame.curve, *frame.support, kept);
  options.support = &part.support;
  if (options.bodies)
    options.bodies = [whole = std::move(options.bodies), &part] {
      const std::vector<NodeBody> all = whole();
      std::vector<NodeBody> left;
      for (const uint32_t node : part.nodes) left.push_back(all[node]);
      return left;
    };
  return writeCurve(path, part.curve, origin, formatId, std::move(stop), options);
}

}  // namespace arete
