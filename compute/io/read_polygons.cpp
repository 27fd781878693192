#include "compute/io/read_polygons.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/crs/transformation.h"
#include "compute/files/open_file.h"
#include "compute/io/geojson_text.h"

namespace arete {

namespace {

using PolygonJson = nlohmann::json;

constexpr std::string_view kCannotReadPolygons = "cannot read the polygons";
constexpr uintmax_t kLargestFile = 256 << 20;

constexpr std::string_view kHint = "give a GeoJSON file with Polygons";

[[noreturn]] void fail(const std::string& name, std::string_view reason) {
  throw Error(ErrorKind::badInput, kCannotReadPolygons, name, reason, kHint);
}

class Collector {
 public:
  Collector(Region& region, const std::string& name) : region_(region), name_(name) {}

  /// An object, and those that it holds: depth is bounded, nothing recurses.
  void collect(const PolygonJson& root) {
    std::vector<const PolygonJson*> open = {&root};
    while (!open.empty()) {
      const PolygonJson& object = *open.back();
      open.pop_back();
      const PolygonJson* const type = member(object, "type");
      if (type == nullptr || !type->is_string()) fail(name_, "it is not GeoJSON: an object has no type");
      const PolygonJson* const inside = member(object, *type == "FeatureCollection"    ? "features"
                                                       : *type == "GeometryCollection" ? "geometries"
                                                                                       : "geometry");
      if (inside == nullptr) geometry(object, type->get<std::string>());
      else if (inside->is_array())
        for (auto each = inside->rbegin(); each != inside->rend(); ++each) open.push_back(&*each);
      else if (!inside->is_null()) open.push_back(inside);
    }
  }

 private:
  void geometry(const PolygonJson& object, const std::string& type) {
    if (type != "Polygon" && type != "MultiPolygon") return;
    const PolygonJson* const coordinates = member(object, "coordinates");
    if (coordinates == nullptr || !coordinates->is_array()) fail(name_, "a " + type + " without coordinates");
    if (type == "Polygon") polygon(*coordinates);
    else
      for (const PolygonJson& each : *coordinates) polygon(each);
  }
  void polygon(const PolygonJson& rings) {
    if (!rings.is_array() || rings.empty()) fail(name_, where() + " has no ring");
    Polygon polygon;
    for (const PolygonJson& each : rings) polygon.rings.push_back(ring(each));
    region_.polygons.push_back(std::move(polygon));
  }
  Ring ring(const PolygonJson& positions) {
    constexpr size_t kFewest = 4;  // RFC 7946, 3.1.6: three and the first again
    if (!positions.is_array() || positions.size() < kFewest) fail(name_, where() + " has a ring of fewer than four positions");
    Ring ring;
    for (const PolygonJson& each : positions) {
      if (!each.is_array() || each.size() < 2 || !each[0].is_number() || !each[1].is_number())
        fail(name_, where() + " has a position that is not two numbers");
      ring.push_back({each[0].get<double>(), each[1].get<double>()});
      if (!std::isfinite(ring.back()[0]) || !std::isfinite(ring.back()[1])) fail(name_, where() + " has a coordinate that is too large");
    }
    return ring;
  }
  std::string where() const { return "polygon " + std::to_string(region_.polygons.size() + 1); }

  Region& region_;
  const std::string& name_;
};

}  // namespace

/// As of curves (compute/io/read_curve/geojson.cpp): the old member counts, else the RFC where it can be right.
static Crs crsOf(const PolygonJson& root, const Region& region) {
  constexpr double kMost[] = {180, 90};
  const PolygonJson* crs = member(root, "crs");
  const PolygonJson* const properties = crs ? member(*crs, "properties") : nullptr;
  const PolygonJson* const name = properties ? member(*properties, "name") : nullptr;
  if (name && name->is_string()) return {name->get<std::string>()};
  if (crs) return {};
  for (const Polygon& polygon : region.polygons)
    for (const Ring& ring : polygon.rings)
      for (const auto& corner : ring)
        if (std::abs(corner[0]) > kMost[0] || std::abs(corner[1]) > kMost[1]) return {};
  return kWgs84;
}

PolygonFile polygonsFrom(std::string_view text, const std::string& name) {
  PolygonFile file;
  file.region.source = std::filesystem::path(name).filename().string();
  const PolygonJson root = parseGeoJson(text, name, kCannotReadPolygons, kHint);
  Collector(file.region, name).collect(root);
  if (file.region.polygons.empty()) fail(name, "there is no Polygon in it");
  file.crs = crsOf(root, file.region);
  return file;
}

/// With corners on long edges.
static Ring divided(const Ring& ring, double longest) {
  constexpr double kMostPieces = 1000;
  Ring result;
  for (size_t i = 0; i < ring.size(); ++i) {
    const auto &from = ring[i], &to = ring[(i + 1) % ring.size()];
    const double length = std::hypot(to[0] - from[0], to[1] - from[1]);
    const int pieces = int(std::clamp(std::ceil(length / longest), 1.0, kMostPieces));
    for (int k = 0; k < pieces; ++k) {
      const double share = double(k) / pieces;
      result.push_back({from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])});
    }
  }
  return result;
}

void bringTo(const Crs& crs, PolygonFile& file) {
  constexpr double kLongestDegrees = 0.02, kLongest = 2000;
  if (!crs.known() || !file.crs.known() || !projMissing().empty() || sameCrs(crs, file.crs)) return;
  const CrsAbout about = aboutCrs(file.crs);
  if (!aboutCrs(crs).isMap || !about.isMap) return;
  CrsTransformation transformation(file.crs, crs, kCannotReadPolygons, file.region.source);
  for (Polygon& polygon : file.region.polygons)
    for (Ring& ring : polygon.rings) {
      ring = divided(ring, about.degrees ? kLongestDegrees : kLongest);
      std::vector<double> places;
      for (const auto& corner : ring) places.insert(places.end(), corner.begin(), corner.end());
      transformation.apply(places, 2);
      for (size_t i = 0; i < ring.size(); ++i) ring[i] = {places[2 * i], places[2 * i + 1]};
    }
  file.crs = crs;
}

PolygonFile readPolygons(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::ifstream file = openToRead(path, kCannotReadPolygons);
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw Error(ErrorKind::io, kCannotReadPolygons, name, error.message(), "check the disk");
  if (size > kLargestFile) fail(name, "it is larger than 256 MB");
  std::string text(size, '\0');
  file.read(text.data(), std::streamsize(text.size()));
  if (file.bad()) throw Error(ErrorKind::io, kCannotReadPolygons, name, "the system could not read it", "check the disk");
  text.resize(size_t(file.gcount()));
  return polygonsFrom(text, name);
}

}  // namespace arete
