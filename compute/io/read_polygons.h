// Polygons from GeoJSON (RFC 7946): what --polygon takes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "compute/filter/region.h"

namespace arete {

/// All Polygons and MultiPolygons of the file, as one area; its source is the file's name. Throws Error(badInput) with the place; Error(io).
Region readPolygons(const std::filesystem::path& path);
/// The same from its text.
Region polygonsFrom(std::string_view text, const std::string& name);

}  // namespace arete
