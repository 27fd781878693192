#include "compute/io/read_polygons.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/files/open_file.h"
#include "compute/io/geojson_text.h"

namespace arete {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kCannotRead = "cannot read the polygons";
constexpr uintmax_t kLargestFile = 256 << 20;

constexpr std::string_view kHint = "give a GeoJSON file with Polygons";

[[noreturn]] void fail(const std::string& name, std::string_view reason) { throw Error(ErrorKind::badInput, kCannotRead, name, reason, kHint); }

class Collector {
 public:
  Collector(Region& region, const std::string& name) : region_(region), name_(name) {}

  /// An object, and those that it holds: depth is bounded, nothing recurses.
  void collect(const Json& root) {
    std::vector<const Json*> open = {&root};
    while (!open.empty()) {
      const Json& object = *open.back();
      open.pop_back();
      const Json* const type = member(object, "type");
      if (type == nullptr || !type->is_string()) fail(name_, "it is not GeoJSON: an object has no type");
      const Json* const inside = member(object, *type == "FeatureCollection"    ? "features"
                                                : *type == "GeometryCollection" ? "geometries"
                                                                                : "geometry");
      if (inside == nullptr) geometry(object, type->get<std::string>());
      else if (inside->is_array())
        for (auto each = inside->rbegin(); each != inside->rend(); ++each) open.push_back(&*each);
      else if (!inside->is_null()) open.push_back(inside);
    }
  }

 private:
  void geometry(const Json& object, const std::string& type) {
    if (type != "Polygon" && type != "MultiPolygon") return;
    const Json* const coordinates = member(object, "coordinates");
    if (coordinates == nullptr || !coordinates->is_array()) fail(name_, "a " + type + " without coordinates");
    if (type == "Polygon") polygon(*coordinates);
    else
      for (const Json& each : *coordinates) polygon(each);
  }
  void polygon(const Json& rings) {
    if (!rings.is_array() || rings.empty()) fail(name_, where() + " has no ring");
    Polygon polygon;
    for (const Json& each : rings) polygon.rings.push_back(ring(each));
    region_.polygons.push_back(std::move(polygon));
  }
  Ring ring(const Json& positions) {
    constexpr size_t kFewest = 4;  // RFC 7946, 3.1.6: three and the first again
    if (!positions.is_array() || positions.size() < kFewest) fail(name_, where() + " has a ring of fewer than four positions");
    Ring ring;
    for (const Json& each : positions) {
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

Region polygonsFrom(std::string_view text, const std::string& name) {
  Region region;
  region.source = std::filesystem::path(name).filename().string();
  const Json root = parseGeoJson(text, name, kCannotRead, kHint);
  Collector(region, name).collect(root);
  if (region.polygons.empty()) fail(name, "there is no Polygon in it");
  return region;
}

Region readPolygons(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::ifstream file = openToRead(path, kCannotRead);
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw Error(ErrorKind::io, kCannotRead, name, error.message(), "check the disk");
  if (size > kLargestFile) fail(name, "it is larger than 256 MB");
  std::string text(size, '\0');
  file.read(text.data(), std::streamsize(text.size()));
  if (file.bad()) throw Error(ErrorKind::io, kCannotRead, name, "the system could not read it", "check the disk");
  text.resize(size_t(file.gcount()));
  return polygonsFrom(text, name);
}

}  // namespace arete
