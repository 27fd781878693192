// GeoPackages of curves, read by GDAL: every coordinate and every number, with the coordinate system.
#include <map>
#include <nlohmann/json.hpp>

#include "compute/io/write_curve.h"
#include "tests/io/foreign_reader.h"

namespace arete {
namespace {

using nlohmann::json;
using test::awkwardCurve;

constexpr PointCloud::Origin kTileOrigin = {500123, 5601234, 87};

struct WriteGeopackage : test::ForeignReader {
  /// The features of a layer as GDAL sees them, with all digits.
  json layer(const std::string& name, const std::string& file = "a.gpkg") const {
    test::fs::remove(folder / "layer.json");
    output("ogr2ogr -f GeoJSON -lco COORDINATE_PRECISION=15 -lco SIGNIFICANT_FIGURES=17 -lco ID_GENERATE=NO '" + (folder / "layer.json").string() +
           "' '" + (folder / file).string() + "' " + name);
    return json::parse(get(folder / "layer.json"))["features"];
  }
  static bool withoutGdal() { return !works("ogrinfo --version"); }
  static constexpr const char* kNoGdal = "gdal-bin is not installed";
};

double coordinate(const Curve& curve, uint32_t node, int k) { return CurveInput{curve, kTileOrigin}.coordinate(node, k); }

TEST_F(WriteGeopackage, GdalReadsEveryLineAndNodeWithItsNumbers) {
  if (withoutGdal()) GTEST_SKIP() << kNoGdal;
  for (const int dimension : {2, 3}) {
    const Curve curve = awkwardCurve(Scalar::float64, dimension);
    EXPECT_TRUE(writeCurve(folder / "a.gpkg", curve, kTileOrigin).empty());
    const auto expectPlace = [&](const json& place, uint32_t node) {
      ASSERT_EQ(place.size(), size_t(dimension));
      for (int k = 0; k < dimension; ++k) EXPECT_NEAR(place[size_t(k)].get<double>(), coordinate(curve, node, k), 1e-6);
    };
    const json lines = layer("lines"), nodes = layer("nodes");
    ASSERT_EQ(lines.size(), curve.polylines.size());
    double length = 0;
    for (size_t p = 0; p < lines.size(); ++p) {
      const Polyline& line = curve.polylines[p];
      const json &about = lines[p]["properties"], &places = lines[p]["geometry"]["coordinates"];
      EXPECT_EQ(about["polyline"], p);
      EXPECT_EQ(about["closed"], line.closed);
      EXPECT_EQ(about["nodes"], line.nodes.size());
      EXPECT_EQ(about["from_node"], line.nodes.front());
      EXPECT_EQ(about["to_node"], line.closed ? line.nodes.front() : line.nodes.back());
      EXPECT_EQ(about["component"], line.nodes.front() < 4 ? 0 : 1);
      length += about["length"].get<double>();
      ASSERT_EQ(places.size(), line.nodes.size() + line.closed);
      for (size_t i = 0; i < places.size(); ++i) expectPlace(places[i], line.nodes[i % line.nodes.size()]);
    }
    EXPECT_NEAR(length, curve.length, 1e-9 * curve.length);
    ASSERT_EQ(nodes.size(), curve.nodes.size());
    for (uint32_t node = 0; node < curve.nodes.size(); ++node) {
      const json& about = nodes[node]["properties"];
      EXPECT_EQ(about["node"], node);
      EXPECT_EQ(about["degree"], node == 8 ? 0 : node == 5 ? 3 : node < 4 ? 2 : 1);
      if (node == 8) EXPECT_TRUE(about["component"].is_null());
      else EXPECT_EQ(about["component"], node < 4 ? 0 : 1);
      expectPlace(nodes[node]["geometry"]["coordinates"], node);
    }
  }
}

TEST_F(WriteGeopackage, GdalFindsNothingToComplainOfAndKnowsThatTheSystemIsUnknown) {
  if (withoutGdal()) GTEST_SKIP() << kNoGdal;
  writeCurve(folder / "a.gpkg", awkwardCurve(Scalar::float64, 3), kTileOrigin);
  const std::string about = output("ogrinfo -ro -so -al '" + (folder / "a.gpkg").string() + "'");
  EXPECT_EQ(about.find("Warning"), std::string::npos) << about;
  EXPECT_EQ(about.find("ERROR"), std::string::npos) << about;
  EXPECT_NE(about.find("Geometry: 3D Line String"), std::string::npos) << about;
  EXPECT_NE(about.find("Geometry: 3D Point"), std::string::npos) << about;
  EXPECT_NE(about.find("Undefined Cartesian SRS"), std::string::npos) << about;
}

TEST_F(WriteGeopackage, SqliteFindsItSound) {
  if (!works("/usr/bin/python3 -c 'import sqlite3'")) GTEST_SKIP() << "python3 has no sqlite3";
  writeCurve(folder / "a.gpkg", awkwardCurve(Scalar::float32, 2), {});
  EXPECT_EQ(python("import sqlite3, sys\n"
                   "db = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)\n"
                   "print(*[row[0] for row in db.execute('PRAGMA integrity_check')], *db.execute('PRAGMA foreign_key_check'), end=' ')\n"
                   "print(*db.execute('PRAGMA application_id').fetchone(), *db.execute('PRAGMA user_version').fetchone(), end='')",
                   folder / "a.gpkg"),
            "ok 1196444487 10300");
}

TEST_F(WriteGeopackage, IsTheSameBytesEveryTime) {
  for (const char* name : {"a.gpkg", "b.gpkg"}) writeCurve(folder / name, awkwardCurve(Scalar::float64, 3), kTileOrigin);
  EXPECT_EQ(get(folder / "a.gpkg"), get(folder / "b.gpkg"));
}

}  // namespace
}  // namespace arete
