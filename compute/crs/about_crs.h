// What is known of a coordinate system.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compute/crs/crs.h"

namespace arete {

struct CrsAbout {
  std::string name;         ///< "Amersfoort / RD New"
  std::string authority;    ///< "EPSG"; empty where it is in no list
  int64_t code = 0;         ///< 28992
  std::string wkt;          ///< as GDAL writes it (1) where that is possible, else WKT 2; may be empty where PROJ is missing
  bool degrees = false;     ///< x and y are longitude and latitude
  bool isMap = true;        ///< false: a system of its own (engineering) or of another kind: x and y are no place on a map
  std::string unit;         ///< of x and y: "metre", "US survey foot"; empty where PROJ is missing
  double metres = 0;        ///< in a unit; 0 of degrees and where it is not known
  std::string heights;      ///< name of the system of z; empty where none is named
  std::string heightUnit;   ///< of z, where that is named
  double heightMetres = 0;  ///< in a unit; 0 where it is not known
  std::string groundId;     ///< of the system of x and y alone: "EPSG:28992"; empty where it is in no list

  /// "EPSG:28992"; empty where it is in no list.
  std::string id() const { return authority.empty() ? "" : authority + ":" + std::to_string(code); }
  /// "Amersfoort / RD New (EPSG:28992), metre".
  std::string text() const;
  /// The same with the system of heights, where one is named.
  std::string textWithHeights() const { return text() + (heights.empty() ? "" : "; heights " + heights); }
  /// Whether x and y are in one known unit of length, and heights in another one.
  bool mixesUnits() const;
};

/// Why PROJ can say nothing: built without it; empty where it can. Its database may still be missing, which is an Error.
std::string_view projMissing();

/// Throws Error(badInput) when PROJ does not understand the definition, Error(io) when its database is missing. Without PROJ: what the words
/// themselves say.
CrsAbout aboutCrs(const Crs& crs);

/// As Esri writes it, for .prj files; "" where it cannot, or PROJ is missing. Throws as aboutCrs.
std::string esriWkt(const Crs& crs);

/// What somebody typed. Throws Error(wrongUse) with a hint when it is no system. "none" is a system that is not known.
Crs crsFrom(std::string_view text);

/// Whether the two are known to be one, whatever words they are given in. Throws as aboutCrs.
bool sameCrs(const Crs& a, const Crs& b);

inline const Crs kWgs84 = {"EPSG:4326"};

}  // namespace arete
