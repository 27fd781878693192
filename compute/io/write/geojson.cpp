// GeoJSON of a curve (RFC 7946): a Feature with a LineString per polyline, which names the nodes that it goes from and to. The RFC wants longitude
// and latitude of WGS 84: where the cloud's system is known they are written, unless they are not wanted. Else coordinates stay as they are, and a
// foreign member (section 6.1) says so; the system is then named as GeoJSON did before the RFC, which GDAL and QGIS read.
#include <cmath>

#include <nlohmann/json.hpp>

#include "compute/crs/about_crs.h"
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
    places_ = std::move(places);
    inWgs84_ = true;
  }

  bool inWgs84() const { return inWgs84_; }
  const CrsAbout& from() const { return from_; }

  void put(uint32_t node, TextFile& file) const {
    file.put('[');
    for (int k = 0; k < axes_; ++k)
      file.put(k == 0 ? "" : ",", k < 2 && inWgs84_ ? rounded(places_[2 * size_t(node) + size_t(k)]) : input_.written(node, k));
    file.put(']');
  }

 private:
  /// A billionth of a degree is a tenth of a millimetre.
  static double rounded(double degrees) {
    constexpr double kParts = 1e9;
    return std::round(degrees * kParts) / kParts;
  }

  const CurveInput& input_;
  const int axes_;
  bool inWgs84_ = false;
  CrsAbout from_;
  std::vector<double> places_;  // two a node
};

/// What coordinates mean, for people and for our reader.
void putMembers(const CurveInput& input, const Positions& positions, TextFile& file) {
  const Crs& crs = input.options.crs;
  file.put("\"arete\":{\"version\":\"" ARETE_VERSION "\",\"coordinates\":");
  if (positions.inWgs84()) {
    file.put(jsonText("WGS 84, longitude and latitude in degrees, from " + positions.from().text() + "; heights and lengths as in the cloud's file"),
             "},\n");
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
  file.put(",\"support\":", whole.mean, ",\"support_least\":", whole.least, ",\"spread_most\":", whole.spread);
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
    file.put("},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[");
    for (size_t i = 0; i < polyline.nodes.size(); ++i) {
      if (i > 0) file.put(',');
      positions.put(polyline.nodes[i], file);
    }
    if (polyline.closed) file.put(','), positions.put(polyline.nodes.front(), file);
    file.put("]}}");
  }
  file.put("\n]}\n");
}

}  // namespace arete
