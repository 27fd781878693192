// GeoJSON of a curve (RFC 7946): a Feature per polyline, a LineString unless it crosses 180 degrees, which names the nodes that it goes from and to.
// The RFC wants longitude and latitude of WGS 84: where the cloud's system is known they are written, unless they are not wanted. Else coordinates
// stay as they are, and a foreign member (section 6.1) says so; the system is then named as GeoJSON did before the RFC, which GDAL and QGIS read.
#include <cmath>

#include <nlohmann/json.hpp>

#include "compute/crs/about_crs.h"
#include "compute/crs/heights.h"
#include "compute/crs/transformation.h"
#include "compute/io/write/curve_graph.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

namespace {

constexpr std::string_view kCannotWrite = "cannot write GeoJSON";
constexpr int kMostPositions = 3;  // section 3.1.1: more than three are not to be used

std::string jsonText(const std::string& text) { return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

/// Where nodes are written: as in the cloud's file, or in WGS 84.
class Positions {
 public:
  Positions(const CurveInput& input, const std::string& where) : input_(input), axes_(write::axesWritten(input, kMostPositions)) {
    const Crs& crs = input.options.crs;
    if (!crs.known() || input.options.geojsonKeepsCrs) return;
    from_ = aboutCrs(crs);
    if (!from_.isMap) {
      input.warn("coordinates are not turned into longitude and latitude: no way leads there from " + from_.text());
      return;
    }
    std::vector<double> places;
    for (uint32_t node = 0; node < input.curve.nodes.size(); ++node)
      for (int k = 0; k < 2; ++k) places.push_back(input.coordinate(node, k));
    CrsTransformation transformation(crs, kWgs84, kCannotWrite, where);
    transformation.apply(places, 2);
    for (std::string& warning : transformation.warnings()) input.warn(std::move(warning));
    for (size_t i = 0; i < places.size(); i += 2)
      if (std::abs(places[i]) > kHalfTurn) places[i] = std::remainder(places[i], 2 * kHalfTurn);  // catalogues go from 0 to 360
    metres_ = metresOfHeights(crs);
    if (axes_ > 2 && from_.heightMetres == 0 && from_.metres > 0 && from_.metres != 1)
      input.warn("heights stay as they are: their unit is not named, and places were in " + from_.unit);
    places_ = std::move(places);
    inWgs84_ = true;
  }

  bool inWgs84() const { return inWgs84_; }
  const CrsAbout& from() const { return from_; }
  std::string aboutHeights() const {
    return metres_ == 1 ? "; heights and lengths as in the cloud's file" : "; heights in metres, lengths as in the cloud's file";
  }

  /// One LineString, or a MultiLineString that is cut at 180 degrees (section 3.1.9), as a geometry.
  void putLine(std::span<const uint32_t> nodes, TextFile& file) const {
    bool cut = false;
    for (size_t i = 1; i < nodes.size(); ++i) cut = cut || crosses(nodes[i - 1], nodes[i]);
    file.put("{\"type\":\"", cut ? "MultiLineString" : "LineString", "\",\"coordinates\":", cut ? "[[" : "[");
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (i > 0 && crosses(nodes[i - 1], nodes[i])) putCut(nodes[i - 1], nodes[i], file);
      else if (i > 0) file.put(',');
      put(nodes[i], file);
    }
    file.put(cut ? "]]}" : "]}");
  }

 private:
  /// A billionth of a degree is a tenth of a millimetre.
  static double rounded(double degrees) {
    constexpr double kParts = 1e9;
    return std::round(degrees * kParts) / kParts;
  }

  double at(uint32_t node, int k) const {
    if (!inWgs84_) return input_.written(node, k);
    if (k < 2) return places_[2 * size_t(node) + size_t(k)];
    return metres_ == 1 ? input_.written(node, k) : input_.coordinate(node, k) * metres_;
  }
  /// The shorter way leads over 180 degrees.
  bool crosses(uint32_t from, uint32_t to) const { return inWgs84_ && std::abs(at(to, 0) - at(from, 0)) > kHalfTurn; }
  void put(uint32_t node, TextFile& file) const {
    file.put('[');
    for (int k = 0; k < axes_; ++k) file.put(k == 0 ? "" : ",", k < 2 && inWgs84_ ? rounded(at(node, k)) : at(node, k));
    file.put(']');
  }
  /// The end of one line and the beginning of the next, both where 180 degrees are.
  void putCut(uint32_t from, uint32_t to, TextFile& file) const {
    const double edge = at(from, 0) > 0 ? kHalfTurn : -kHalfTurn, beyond = at(to, 0) + 2 * edge;
    const double share = beyond == at(from, 0) ? 0 : (edge - at(from, 0)) / (beyond - at(from, 0));
    const auto putAt = [&](double longitude) {
      file.put('[', longitude);
      for (int k = 1; k < axes_; ++k) file.put(',', rounded(at(from, k) + share * (at(to, k) - at(from, k))));
      file.put(']');
    };
    file.put(','), putAt(edge), file.put("],["), putAt(-edge), file.put(',');
  }

  static constexpr double kHalfTurn = 180;
  const CurveInput& input_;
  const int axes_;
  bool inWgs84_ = false;
  double metres_ = 1;  ///< in a unit of heights
  CrsAbout from_;
  std::vector<double> places_;  // two a node
};

/// What coordinates mean, for people and for our reader.
void putMembers(const CurveInput& input, const Positions& positions, TextFile& file) {
  const Crs& crs = input.options.crs;
  file.put("\"arete\":{\"version\":\"" ARETE_VERSION "\",\"coordinates\":");
  if (positions.inWgs84()) {
    file.put(jsonText("WGS 84, longitude and latitude in degrees, from " + positions.from().text() + positions.aboutHeights()), "},\n");
    return;
  }
  file.put("\"in the coordinate system and units of the cloud's file, not necessarily WGS 84 degrees\"},\n");
  if (!crs.known()) return;
  const CrsAbout about = aboutCrs(crs);
  if (about.authority.empty()) return;  // the old member takes names only
  file.put("\"crs\":{\"type\":\"name\",\"properties\":{\"name\":", jsonText("urn:ogc:def:crs:" + about.authority + "::" + std::to_string(about.code)),
           "}},\n");
}

}  // namespace

void write::checkGeojson(const CurveOptions& options, std::string_view where) {
  if (options.crs.known() && !options.geojsonKeepsCrs && aboutCrs(options.crs).isMap) CrsTransformation(options.crs, kWgs84, kCannotWrite, where);
}

/// As further properties.
static void putSupport(const CurveInput& input, const Polyline& polyline, TextFile& file) {
  const NetworkSupport& support = *input.support();
  const write::PolylineSupport whole = write::supportOf(input, polyline);
  for (const write::SupportColumn& column : write::kSupportColumns) file.put(",\"", column.name, "\":", whole.*column.value);
  const auto confidence = [&](std::string_view key, uint32_t node) {
    if (const double value = support.confidenceOf(node); value >= 0) file.put(",\"", key, "\":", value);
    else file.put(",\"", key, "\":null");
  };
  confidence("from_confidence", polyline.nodes.front());
  confidence("to_confidence", polyline.closed ? polyline.nodes.front() : polyline.nodes.back());
  file.put(",\"supports\":[");
  for (size_t i = 0; i < polyline.nodes.size(); ++i)
    if (const auto edge = write::edgeAfter(input.curve, polyline, i)) file.put(i == 0 ? "" : ",", support.edgeSupport[*edge]);
  file.put("],\"spreads\":[");
  for (size_t i = 0; i < polyline.nodes.size(); ++i) file.put(i == 0 ? "" : ",", support.nodeSpread[polyline.nodes[i]]);
  file.put(']');
}

void write::geojsonCurve(const CurveInput& input, TextFile& file) {
  const Positions positions(input, file.target().string());
  file.put("{\"type\":\"FeatureCollection\",\n");
  putMembers(input, positions, file);
  file.put("\"features\":[");
  for (size_t p = 0; p < input.curve.polylines.size(); ++p) {
    const Polyline& polyline = input.curve.polylines[p];
    file.put(p == 0 ? "\n" : ",\n", "{\"type\":\"Feature\",\"id\":", p, ",\"properties\":{\"length\":", lengthOf(input, polyline),
             ",\"closed\":", polyline.closed ? "true" : "false", ",\"nodes\":", polyline.nodes.size(), ",\"from\":", polyline.nodes.front(),
             ",\"to\":", polyline.closed ? polyline.nodes.front() : polyline.nodes.back());
    if (input.support() != nullptr) putSupport(input, polyline, file);
    file.put("},\"geometry\":");
    std::vector<uint32_t> nodes = polyline.nodes;
    if (polyline.closed) nodes.push_back(nodes.front());
    positions.putLine(nodes, file);
    file.put('}');
  }
  file.put("\n]}\n");
}

}  // namespace arete
