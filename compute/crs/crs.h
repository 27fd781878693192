// Coordinate systems. PROJ knows their names and units and the way from one to another: nothing of that is ours.
#pragma once

#include <string>
#include <string_view>

namespace arete {

/// How the coordinates of a file are meant, in words that PROJ understands: "EPSG:28992", "EPSG:28992+5709", WKT of any kind. x goes east and y north
/// (longitude and latitude where they are angles), whatever order the definition gives its axes, as in LAS, GeoPackage and GeoJSON.
struct Crs {
  std::string definition;  ///< empty: not known

  bool known() const { return !definition.empty(); }
  friend bool operator==(const Crs&, const Crs&) = default;
};

}  // namespace arete
