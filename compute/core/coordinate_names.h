// What coordinates are called in files that name them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/point_array.h"

namespace arete {

inline constexpr std::array<std::string_view, kMaxDimension> kCoordinateNames = {"x",  "y",   "z",   "x4",  "x5",  "x6",  "x7",  "x8",
                                                                                 "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16"};

/// The words of a name in lower case: split at whatever is neither letter nor digit, between letters and digits, and before capitals, so that
/// decimalLatitude, GPSLatitude, lat_wgs84 and "Longitude (deg)" have two or three.
std::vector<std::string> wordsOf(std::string_view name);

/// Columns that are the coordinates of one place, x first, and whether single words of longer names told so.
struct NamedPlace {
  std::vector<size_t> columns;
  bool byWords = false;
};

/// All places that the columns of these names can be, the best one first. Whole names count most: x y z, px py pz, lon lat, RA DEC, easting northing
/// elevation and their like, or a family x1 x2 … of up to 16; case, blanks, and units in brackets do not matter. Where there are none, one word of
/// each name counts (gps_longitude, location-lat, decimalLatitude, coord_x), and the other words tell which names go together. Longitude and
/// latitude, right ascension and declination stay two: a height or redshift is in another unit.
std::vector<NamedPlace> namedPlaces(std::span<const std::string> names);

/// In which degrees two coordinates are by their names: "" in none that is known.
enum class NamedDegrees : uint8_t { none, onEarth, onSky };
NamedDegrees namedDegrees(std::string_view x, std::string_view y);

/// Whether a name says that its column numbers the rows or what they belong to: id, event-id, fid, index, row.
bool isNameOfNumber(std::string_view name);

/// In lower case, without brackets and what is in them, blanks and quotes around it.
std::string plainName(std::string_view name);

}  // namespace arete
