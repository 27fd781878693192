// Features with columns as layers of a GeoPackage, and the values of a layer back.
#pragma once

#include "compute/files/text_file.h"
#include "compute/io/write_features.h"

namespace arete::geopackage {

/// Throws Error(wrongUse) in a program without SQLite.
void checkFeatures(std::string_view where);
void writeFeatures(std::span<const FeatureLayer> layers, const Crs& crs, TextFile& file);
FeatureTable readFeatureTable(const std::filesystem::path& path, std::string_view layer);

}  // namespace arete::geopackage
