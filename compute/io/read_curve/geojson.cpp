// The LineStrings and MultiLineStrings of a GeoJSON file (RFC 7946). Depth is bounded while parsing, and nothing here recurses.
#include <cmath>

#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/io/geojson_text.h"
#include "compute/io/read_curve/curve_readers.h"

namespace arete::read_curve {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kCannotRead = "cannot read the curve";

[[noreturn]] void fail(const std::string& where, std::string_view reason, std::string_view hint = {}) {
  throw Error(ErrorKind::badInput, kCannotRead, where, reason, hint);
}

std::string typeOf(const Json& object) {
  const Json* type = member(object, "type");
  return type && type->is_string() ? type->get<std::string>() : "";
}

/// What the file says of its coordinates. Without a word they are longitude and latitude of WGS 84, as the RFC has it, if they can be; our own files
/// and those of before the RFC say it where they are not.
Crs crsOf(const Json& root, const Polylines& lines) {
  constexpr double kMostLongitude = 180, kMostLatitude = 90;
  const Json* crs = member(root, "crs");
  const Json* properties = crs ? member(*crs, "properties") : nullptr;
  const Json* name = properties ? member(*properties, "name") : nullptr;
  if (name && name->is_string()) return {name->get<std::string>()};
  const Json* own = member(root, "arete");
  const Json* words = own ? member(*own, "coordinates") : nullptr;
  if (crs || (words && words->is_string() && !words->get<std::string>().starts_with("WGS 84"))) return {};
  for (size_t line = 0; line < lines.size(); ++line)
    for (size_t i = 0; i < lines.vertexCount(line); ++i)
      if (std::abs(lines.vertex(line, i)[0]) > kMostLongitude || std::abs(lines.vertex(line, i)[1]) > kMostLatitude) return {};
  return kWgs84;
}

class Collector {
 public:
  explicit Collector(const std::string& name) : name_(name) {}

  void geometry(const Json& geometry) {
    const std::string type = typeOf(geometry);
    const Json* coordinates = member(geometry, "coordinates");
    if (type != "LineString" && type != "MultiLineString") {
      ++others_;
      return;
    }
    if (!coordinates || !coordinates->is_array()) fail(where(), "a " + type + " without coordinates");
    if (type == "LineString") line(*coordinates);
    else
      for (const Json& each : *coordinates) line(each);
  }

  CurveFile take() {
    if (others_ > 0) file_.warnings.push_back("geometries that are no lines are left out: " + std::to_string(others_));
    return std::move(file_);
  }

 private:
  std::string where() const { return name_ + " line string " + std::to_string(file_.polylines.size() + 1); }

  void line(const Json& positions) {
    constexpr size_t kFewestOfRing = 4;  // RFC 7946, 3.1.6: three and the first again
    if (!positions.is_array() || positions.size() < 2) fail(where(), "it has fewer than two positions");
    std::vector<double> line;
    for (const Json& each : positions) position(each, line);
    const size_t d = size_t(file_.polylines.dimension);
    const bool closed = positions.size() >= kFewestOfRing && std::equal(line.begin(), line.begin() + ptrdiff_t(d), line.end() - ptrdiff_t(d));
    if (closed) line.resize(line.size() - d);
    file_.polylines.lines.push_back(std::move(line));
    file_.polylines.closed.push_back(closed);
  }

  void position(const Json& position, std::vector<double>& line) {
    constexpr size_t kFewest = 2, kMost = 3;
    if (!position.is_array() || position.size() < kFewest) fail(where(), "a position is not a list of two or three numbers");
    const int dimension = int(std::min(position.size(), kMost));
    if (file_.polylines.dimension == 0) file_.polylines.dimension = dimension;
    if (file_.polylines.dimension != dimension)
      fail(where(), "some positions have two coordinates and some have three", "give all of them a height, or none");
    for (int k = 0; k < dimension; ++k) {
      if (!position[size_t(k)].is_number()) fail(where(), "a coordinate is not a number");
      line.push_back(position[size_t(k)].get<double>());
    }
  }

  const std::string& name_;
  CurveFile file_;
  size_t others_ = 0;
};

}  // namespace

CurveFile geojson(std::string_view text, const std::string& name) {
  const Json root = parseGeoJson(text, name, kCannotRead, {});
  Collector collector(name);
  std::vector<const Json*> open = {&root};  // still to be visited, the next one last
  while (!open.empty()) {
    const Json& object = *open.back();
    open.pop_back();
    const std::string type = typeOf(object);
    if (type.empty()) fail(name, "it is not GeoJSON: an object has no type");
    const bool features = type == "FeatureCollection", geometries = type == "GeometryCollection";
    if (features || geometries) {
      const Json* list = member(object, features ? "features" : "geometries");
      if (!list || !list->is_array()) fail(name, "a " + type + " without its list");
      for (auto each = list->rbegin(); each != list->rend(); ++each) open.push_back(&*each);
    } else if (type == "Feature") {
      if (const Json* geometry = member(object, "geometry"); geometry && !geometry->is_null()) open.push_back(geometry);
    } else {
      collector.geometry(object);
    }
  }
  CurveFile file = collector.take();
  file.crs = crsOf(root, file.polylines);
  return file;
}

}  // namespace arete::read_curve
