#include "compute/io/write_features.h"

#include <charconv>
#include <cmath>
#include <fstream>

#include "compute/core/error.h"
#include "compute/files/open_file.h"
#include "compute/files/text_file.h"
#include "compute/io/format_table.h"
#include "compute/io/geopackage/features.h"
#include "compute/io/write/prj.h"

namespace arete {

namespace {

constexpr std::string_view kCannotWriteTable = "cannot write the table", kCannotReadTable = "cannot read the table";

struct FeatureFormat {
  std::string_view id, extension;
};

std::string_view formatFor(const std::filesystem::path& path, std::string_view what) {
  static constexpr FeatureFormat kFormats[] = {{"gpkg", "gpkg"}, {"csv", "csv"}};
  return findFormat(std::span<const FeatureFormat>(kFormats), path, extensionOf(path).empty() ? "csv" : "", what).id;
}

void writeRows(const FeatureLayer& layer, TextFile& file) {
  for (size_t c = 0; c < layer.columns.size(); ++c) file.put(c > 0 ? "," : "", layer.columns[c].name);
  file.put('\n');
  for (const Feature& feature : layer.features) {
    for (size_t c = 0; c < layer.columns.size(); ++c) {
      if (c > 0) file.put(',');
      const double value = feature.values[c];
      if (std::isnan(value)) continue;
      if (layer.columns[c].whole) file.put(int64_t(value));
      else file.put(value);
    }
    file.put('\n');
  }
}

std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line)
    if (c == ',') cells.emplace_back();
    else if (c != '\r') cells.back() += c;
  return cells;
}

FeatureTable readRows(const std::filesystem::path& path) {
  std::ifstream file = openToRead(path, kCannotReadTable);
  FeatureTable table;
  std::string line;
  if (std::getline(file, line)) table.names = cellsOf(line);
  for (size_t row = 2; std::getline(file, line); ++row) {
    if (line.empty()) continue;
    const std::vector<std::string> cells = cellsOf(line);
    std::vector<double>& values = table.rows.emplace_back();
    const auto where = [&] { return path.string() + ", line " + std::to_string(row); };
    if (cells.size() != table.names.size())
      throw Error(ErrorKind::badInput, kCannotReadTable, where(),
                  "it has " + std::to_string(cells.size()) + " values and the table " + std::to_string(table.names.size()) + " columns",
                  "write the table again");
    for (const std::string& cell : cells) {
      double value = std::numeric_limits<double>::quiet_NaN();
      const auto [end, fault] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
      if (!cell.empty() && (fault != std::errc() || end != cell.data() + cell.size()))
        throw Error(ErrorKind::badInput, kCannotReadTable, where(), "'" + cell + "' is no number", "write the table again");
      values.push_back(value);
    }
  }
  return table;
}

}  // namespace

void checkFeaturePath(const std::filesystem::path& path) {
  if (formatFor(path, kCannotWriteTable) == "gpkg") geopackage::checkFeatures(path.string());
}

std::vector<std::string> writeFeatures(const std::filesystem::path& path, std::span<const FeatureLayer> layers, const Crs& crs,
                                       std::stop_token stop) {
  checkFeaturePath(path);
  std::vector<std::string> warnings;
  const write::PrjBeside prj = write::PrjBeside::ofNone(path, {});
  TextFile file(path, std::move(stop));
  if (formatFor(path, kCannotWriteTable) == "gpkg") geopackage::writeFeatures(layers, crs, file);
  else writeRows(layers.front(), file);
  if (!file.commit()) warnings.emplace_back(kNotDurable);
  prj.commit(warnings);
  return warnings;
}

FeatureTable readFeatureTable(const std::filesystem::path& path, std::string_view layer) {
  if (formatFor(path, kCannotReadTable) == "gpkg") return geopackage::readFeatureTable(path, layer);
  return readRows(path);
}

}  // namespace arete
