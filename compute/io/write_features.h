// Features with columns: places or lines on a map, each with a row of values. GeoPackage has a layer for each kind; CSV the rows of the first kind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "compute/crs/crs.h"

namespace arete {

struct FeatureColumn {
  std::string name;
  bool whole = false;  ///< whole numbers
};

struct Feature {
  std::vector<double> places;  ///< file coordinates, three each: one place, or those of a line
  std::vector<double> values;  ///< one a column; NaN where there is none
};

struct FeatureLayer {
  std::string name, description;
  bool lines = false;
  std::vector<FeatureColumn> columns;
  std::vector<Feature> features;
};

/// Throws what writeFeatures would throw because of the name: before long work.
void checkFeaturePath(const std::filesystem::path& path);
/// .gpkg: all layers; .csv: a table of the first. All or nothing. Returns warnings. Throws Error(wrongUse), Error(io), Cancelled.
std::vector<std::string> writeFeatures(const std::filesystem::path& path, std::span<const FeatureLayer> layers, const Crs& crs,
                                       std::stop_token stop = {});

/// The values of a layer of a GeoPackage, or of a CSV; NaN where there is none. Throws Error(io), Error(badInput), Error(wrongUse).
struct FeatureTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
  Crs crs;  ///< where the file says it
};
FeatureTable readFeatureTable(const std::filesystem::path& path, std::string_view layer);

}  // namespace arete
