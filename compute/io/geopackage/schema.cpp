#include "compute/io/geopackage/schema.h"

#include <algorithm>
#include <array>
#include <bit>

#include "compute/crs/about_crs.h"

namespace arete::geopackage {

namespace {

constexpr int64_t kFirstOwnSrs = 100'000;  // of systems without a number of EPSG
constexpr const char* kTables = R"(
PRAGMA application_id = 1196444487;
PRAGMA user_version = 10300;
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
  srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],
AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],
AUTHORITY["EPSG","4326"]]', 'longitude and latitude in degrees');
)";

}  // namespace

void makeTables(SqliteDatabase& database) { database.execute(kTables); }

int64_t listCrs(const SqliteDatabase& database, const Crs& crs) {
  if (!crs.known()) return kUnknownCartesian;
  const CrsAbout about = aboutCrs(crs);
  const int64_t srs = about.authority == "EPSG" ? about.code : kFirstOwnSrs;
  database.prepare("INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, '')")
      .bind(1, about.name)
      .bind(2, srs)
      .bind(3, about.authority.empty() ? std::string("NONE") : about.authority)
      .bind(4, about.authority.empty() ? srs : about.code)
      .bind(5, about.wkt.empty() ? std::string("undefined") : about.wkt)
      .run();
  return srs;
}

Crs crsListed(const SqliteDatabase& database, int64_t srs) {
  if (srs <= 0) return {};
  SqliteStatement find = database.prepare("SELECT organization, organization_coordsys_id, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?");
  if (!find.bind(1, srs).step()) return {};
  std::string organization = find.text(0);
  for (char& c : organization)
    if (c >= 'a' && c <= 'z') c = char(c - 'a' + 'A');
  if (organization == "EPSG") return {"EPSG:" + std::to_string(find.integer(1))};
  const std::string definition = find.text(2);
  return definition == "undefined" ? Crs{} : Crs{definition};
}

std::string inQuotes(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void Extent::add(double x, double y) {
  const double place[] = {x, y};
  for (int k = 0; k < 2; ++k) {
    low[k] = empty ? place[k] : std::min(low[k], place[k]);
    high[k] = empty ? place[k] : std::max(high[k], place[k]);
  }
  empty = false;
}

void listLayer(const SqliteDatabase& database, const Layer& layer, const Extent& extent) {
  // A file depends on what is in it, and not on when it was made: no two runs would give the same bytes.
  SqliteStatement contents =
      database.prepare("INSERT INTO gpkg_contents VALUES (?1, 'features', ?1, ?2, '1970-01-01T00:00:00.000Z', ?3, ?4, ?5, ?6, ?7)");
  contents.bind(1, layer.name).bind(2, layer.description).bind(7, layer.srs);
  if (!extent.empty) contents.bind(3, extent.low[0]).bind(4, extent.low[1]).bind(5, extent.high[0]).bind(6, extent.high[1]);
  contents.run();
  database.prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, ?, 0)")
      .bind(1, layer.name)
      .bind(2, layer.geometry)
      .bind(3, layer.srs)
      .bind(4, int64_t(layer.heights))
      .run();
}

template <class T>
void Geometry::put(T value) {
  auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(raw);
  bytes_.insert(bytes_.end(), raw.begin(), raw.end());
}

void Geometry::begin(int64_t srs, bool withExtent) {
  constexpr uint8_t kVersion = 0, kLittleEndian = 1, kExtentOfTwoAxes = 1 << 1;
  bytes_.clear();
  for (const char c : {'G', 'P'}) put(c);
  put(kVersion);
  put(uint8_t(kLittleEndian | (withExtent ? kExtentOfTwoAxes : 0)));
  put(int32_t(srs));
}

constexpr uint32_t kPointType = 1, kLineType = 2, kWithHeights = 1000;  // of ISO well-known binary
constexpr uint8_t kLittleEndianBinary = 1;

const std::vector<std::byte>& Geometry::line(const std::vector<double>& points, int axes, int64_t srs) {
  const size_t width = size_t(axes);
  Extent extent;
  for (size_t i = 0; i + width <= points.size(); i += width) extent.add(points[i], points[i + 1]);
  begin(srs, true);
  for (int k = 0; k < 2; ++k) put(extent.low[k]), put(extent.high[k]);
  put(kLittleEndianBinary);
  put(kLineType + (axes == 3 ? kWithHeights : 0));
  put(uint32_t(points.size() / width));
  for (const double coordinate : points) put(coordinate);
  return bytes_;
}

const std::vector<std::byte>& Geometry::point(const std::vector<double>& point, int64_t srs) {
  begin(srs, false);
  put(kLittleEndianBinary);
  put(kPointType + (point.size() == 3 ? kWithHeights : 0));
  for (const double coordinate : point) put(coordinate);
  return bytes_;
}

}  // namespace arete::geopackage
