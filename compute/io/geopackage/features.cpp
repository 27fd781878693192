#include "compute/io/geopackage/features.h"

#include <cmath>
#include <fstream>
#include <iterator>

#include "compute/core/error.h"
#include "compute/files/open_file.h"
#include "compute/io/geopackage/schema.h"

namespace arete::geopackage {

namespace {

void makeLayer(SqliteDatabase& database, const FeatureLayer& layer, int64_t srs) {
  std::string table = "CREATE TABLE " + inQuotes(layer.name) + " (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom " +
                      (layer.lines ? "LINESTRING" : "POINT"),
              insert = "INSERT INTO " + inQuotes(layer.name) + " VALUES (?, ?";
  for (const FeatureColumn& column : layer.columns) table += ", " + inQuotes(column.name) + (column.whole ? " INTEGER" : " DOUBLE"), insert += ", ?";
  database.execute((table + ")").c_str());
  SqliteStatement row = database.prepare(insert + ")");
  Extent extent;
  Geometry geometry;
  constexpr int kAxes = 3, kFirstValue = 3;
  for (size_t f = 0; f < layer.features.size(); ++f) {
    const Feature& feature = layer.features[f];
    for (size_t i = 0; i < feature.places.size(); i += kAxes) extent.add(feature.places[i], feature.places[i + 1]);
    const std::vector<std::byte>& shape = layer.lines ? geometry.line(feature.places, kAxes, srs) : geometry.point(feature.places, srs);
    row.bind(1, int64_t(f) + 1).bind(2, std::span<const std::byte>(shape));
    for (size_t c = 0; c < layer.columns.size(); ++c) {
      const int at = int(c) + kFirstValue;
      if (std::isnan(feature.values[c])) row.bindNull(at);
      else if (layer.columns[c].whole) row.bind(at, int64_t(feature.values[c]));
      else row.bind(at, feature.values[c]);
    }
    row.run();
  }
  listLayer(database, {layer.name.c_str(), layer.description.c_str(), layer.lines ? "LINESTRING" : "POINT", true, srs}, extent);
}

}  // namespace

void checkFeatures(std::string_view) {}

void writeFeatures(std::span<const FeatureLayer> layers, const Crs& crs, TextFile& file) {
  SqliteDatabase database("cannot write the GeoPackage", file.target().string());
  database.execute("BEGIN");
  makeTables(database);
  const int64_t srs = listCrs(database, crs);
  for (const FeatureLayer& layer : layers) makeLayer(database, layer, srs);
  database.execute("COMMIT");
  database.useBytes([&](std::span<const std::byte> bytes) { file.write(bytes); });
}

FeatureTable readFeatureTable(const std::filesystem::path& path, std::string_view layer) {
  constexpr std::string_view kCannotRead = "cannot read the table";
  std::ifstream file = openToRead(path, kCannotRead);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const auto refuse = [&](const std::string& reason) {
    throw Error(ErrorKind::badInput, kCannotRead, path.string(), reason, "give a file of spans of wires");
  };
  if (!bytes.starts_with("SQLite format 3")) refuse("it is no GeoPackage: it does not begin as a database of SQLite");
  const SqliteDatabase database(kCannotRead, path.string(), std::as_bytes(std::span(bytes)));
  FeatureTable table;
  SqliteStatement find = database.prepare("SELECT srs_id FROM gpkg_geometry_columns WHERE table_name = ?");
  if (!find.bind(1, layer).step()) refuse("it has no layer '" + std::string(layer) + "'");
  table.crs = crsListed(database, find.integer(0));
  const std::string name = inQuotes(std::string(layer));
  std::string wanted;
  SqliteStatement columns = database.prepare("SELECT name FROM pragma_table_info(?) WHERE name NOT IN ('fid', 'geom') ORDER BY cid");
  columns.bind(1, layer);
  while (columns.step()) table.names.push_back(columns.text(0)), wanted += (wanted.empty() ? "" : ", ") + inQuotes(table.names.back());
  if (wanted.empty()) refuse("its layer '" + std::string(layer) + "' has no columns");
  SqliteStatement rows = database.prepare("SELECT " + wanted + " FROM " + name + " ORDER BY fid");
  while (rows.step()) {
    std::vector<double>& values = table.rows.emplace_back();
    for (int c = 0; c < int(table.names.size()); ++c)
      values.push_back(rows.text(c).empty() ? std::numeric_limits<double>::quiet_NaN() : rows.real(c));
  }
  return table;
}

}  // namespace arete::geopackage
