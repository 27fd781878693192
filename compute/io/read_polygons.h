// Polygons from GeoJSON (RFC 7946): what --polygon takes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "compute/crs/crs.h"
#include "compute/filter/region.h"

namespace arete {

struct PolygonFile {
  Region region;
  Crs crs;  ///< what the file says of its numbers; WGS 84 where it says nothing and all may be longitude and latitude, as the RFC has it
};

/// All Polygons and MultiPolygons of the file, as one area; its source is the file's name. Throws Error(badInput) with the place; Error(io).
PolygonFile readPolygons(const std::filesystem::path& path);
/// The same from its text.
PolygonFile polygonsFrom(std::string_view text, const std::string& name);

/// Into the system of a cloud, where both are known and differ. Long edges get corners, as what is straight in one is bent in the other. Throws as
/// CrsTransformation.
void bringTo(const Crs& crs, PolygonFile& file);

}  // namespace arete
