// Curve files, read back by our own readers and by other programs.
#include "compute/io/write_curve.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "compute/io/read_curve.h"
#include "tests/io/foreign_reader.h"

namespace arete {
namespace {

using test::awkwardCurve;

constexpr PointCloud::Origin kUtm = {500123, 5601234, 87};

using WriteCurve = test::ForeignReader;

/// What a format should give back of a curve: its first coordinates in double, with y = 0 for one dimension where `padded`.
Polylines expected(const Curve& curve, const PointCloud::Origin& origin, int most) {
  Polylines all = polylinesOf(curve, origin), kept = all;
  kept.dimension = std::min(all.dimension, most);
  for (size_t line = 0; line < all.size(); ++line) {
    kept.lines[line].clear();
    for (size_t i = 0; i < all.vertexCount(line); ++i)
      for (int k = 0; k < kept.dimension; ++k) kept.lines[line].push_back(all.vertex(line, i)[size_t(k)]);
  }
  return kept;
}

/// File coordinates as the local ones that a cloud of this type and origin makes of them.
Polylines localOf(Polylines lines, Scalar scalar, const PointCloud::Origin& origin) {
  for (std::vector<double>& line : lines.lines)
    for (size_t i = 0; i < line.size(); ++i) {
      const double local = line[i] - origin[i % size_t(lines.dimension)];
      line[i] = scalar == Scalar::float32 ? double(float(local)) : local;
    }
  return lines;
}

TEST_F(WriteCurve, EveryReadableFormatGivesBackTheSameLocalCoordinates) {
  for (const char* extension : {"ply", "csv", "obj", "geojson"})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const PointCloud::Origin& origin : {PointCloud::Origin{}, kUtm})
        for (const int dimension : {2, 3, 5}) {
          SCOPED_TRACE(std::string(extension) + " d=" + std::to_string(dimension));
          const Curve curve = awkwardCurve(scalar, dimension);
          const test::fs::path path = folder / ("curve." + std::string(extension));
          writeCurve(path, curve, origin);
          const bool all = std::string_view(extension) == "ply" || std::string_view(extension) == "csv";
          const Polylines read = readCurve(path).polylines, exact = expected(curve, origin, all ? kMaxDimension : 3);
          EXPECT_EQ(localOf(read, scalar, origin), localOf(exact, scalar, origin));
          if (scalar == Scalar::float64) {
            EXPECT_EQ(read, exact);
          }
        }
}

TEST_F(WriteCurve, FloatsAreWrittenWithTheirOwnDigits) {
  PointArray nodes(Scalar::float32, 2, 2);
  nodes.setCoordinate(0, 0, -0.07);
  nodes.setCoordinate(1, 1, 12.345);
  const Curve curve = makeCurve(std::move(nodes), {{0, 1}});
  for (const CurveFormat& format : curveFormats()) {
    if (format.id == "svg" || format.id == "gpkg") continue;  // the one has a scale of its own, the other no digits
    const test::fs::path path = folder / ("curve." + std::string(format.extension));
    writeCurve(path, curve, {});
    EXPECT_NE(get(path).find("-0.07"), std::string::npos) << format.id;
    EXPECT_EQ(get(path).find("0.070"), std::string::npos) << format.id;
    writeCurve(path, curve, {432'100, 5'412'345});
    EXPECT_NE(get(path).find("432099.93"), std::string::npos) << format.id;
    EXPECT_NE(get(path).find("5412357.345"), std::string::npos) << format.id;
    EXPECT_EQ(get(path).find("432099.929"), std::string::npos) << format.id;
  }
}

TEST_F(WriteCurve, OneDimensionIsPaddedWhereTheFormatNeedsIt) {
  const Curve curve = awkwardCurve(Scalar::float64, 1);
  for (const char* name : {"a.ply", "a.csv", "a.obj"}) {
    EXPECT_TRUE(writeCurve(folder / name, curve, {}).empty());
    EXPECT_EQ(readCurve(folder / name).polylines, polylinesOf(curve, {})) << name;
  }
  writeCurve(folder / "a.geojson", curve, {}, "geojson");
  const Polylines padded = readCurve(folder / "a.geojson").polylines;
  EXPECT_EQ(padded.dimension, 2);
  EXPECT_EQ(padded.vertex(0, 1)[1], 0);
}

TEST_F(WriteCurve, WarnsOfWhatAFormatCannotTake) {
  const auto warnings = [&](const char* id, int dimension) { return writeCurve(folder / id, awkwardCurve(Scalar::float32, dimension), {}, id); };
  using Warnings = std::vector<std::string>;
  const std::string loose = "chosen points without an edge are left out: 1 (PLY, CSV, OBJ, GeoPackage, VTP and GraphML keep them)";
  EXPECT_EQ(warnings("ply", 5), Warnings{});
  EXPECT_EQ(warnings("csv", 5), Warnings{});
  EXPECT_EQ(warnings("obj", 3), Warnings{});
  EXPECT_EQ(warnings("obj", 5), Warnings{"the file holds the first 3 of 5 coordinates"});
  EXPECT_EQ(warnings("dxf", 5), (Warnings{"the file holds the first 3 of 5 coordinates", loose}));
  EXPECT_EQ(warnings("geojson", 2), Warnings{loose});
  EXPECT_EQ(warnings("svg", 3), (Warnings{"the file holds the first 2 of 3 coordinates", loose}));
  EXPECT_EQ(warnings("gpkg", 5), Warnings{"the file holds the first 3 of 5 coordinates"});
  for (const char* id : {"vtp", "graphml"}) EXPECT_EQ(warnings(id, 5), Warnings{}) << id;
}

TEST_F(WriteCurve, RefusesAnUnknownFormatWithTheClosestOneFirst) {
  const auto hint = [&](const char* name, std::string_view id = {}) {
    const Error error = test::errorOf([&] { writeCurve(folder / name, awkwardCurve(Scalar::float32, 2), {}, id); });
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
    return error.hint();
  };
  EXPECT_TRUE(hint("a.plx").starts_with("known: ply")) << hint("a.plx");
  EXPECT_TRUE(hint("a", "gejson").starts_with("known: geojson"));
  EXPECT_FALSE(hint("a").empty());
  EXPECT_EQ(filesInFolder(), 0u);
}

TEST_F(WriteCurve, AnEmptyCurveIsAFileOfEveryFormat) {
  const Curve empty = makeCurve(PointArray(Scalar::float32, 3, 0), {});
  for (const CurveFormat& format : curveFormats()) {
    EXPECT_TRUE(writeCurve(folder / "empty", empty, {}, format.id).empty()) << format.id;
    EXPECT_GT(test::fs::file_size(folder / "empty"), 0u);
  }
}

TEST_F(WriteCurve, PlyCsvAndObjKeepPointsWithoutAnEdge) {
  const Curve curve = awkwardCurve(Scalar::float32, 2);
  writeCurve(folder / "a.ply", curve, {});
  EXPECT_NE(get(folder / "a.ply").find("element vertex 9\n"), std::string::npos);
  writeCurve(folder / "a.obj", curve, {});
  EXPECT_NE(get(folder / "a.obj").find("\nv -1 0.1"), std::string::npos) << get(folder / "a.obj");
  writeCurve(folder / "a.csv", curve, {});
  EXPECT_NE(get(folder / "a.csv").find("\n-1,0,0,-1,0.1"), std::string::npos) << get(folder / "a.csv");
}

TEST_F(WriteCurve, GeojsonIsWhatTheRfcAsksFor) {
  const Curve curve = awkwardCurve(Scalar::float64, 3);
  writeCurve(folder / "a.geojson", curve, kUtm);
  const nlohmann::json json = nlohmann::json::parse(get(folder / "a.geojson"));
  EXPECT_EQ(json["type"], "FeatureCollection");
  ASSERT_EQ(json["features"].size(), curve.polylines.size());
  EXPECT_TRUE(json["arete"]["coordinates"].is_string());
  double length = 0;
  for (size_t p = 0; p < curve.polylines.size(); ++p) {
    const nlohmann::json& feature = json["features"][p];
    EXPECT_EQ(feature["type"], "Feature");
    EXPECT_EQ(feature["geometry"]["type"], "LineString");
    EXPECT_EQ(feature["properties"]["closed"], curve.polylines[p].closed);
    EXPECT_EQ(feature["properties"]["nodes"], curve.polylines[p].nodes.size());
    const nlohmann::json& positions = feature["geometry"]["coordinates"];
    EXPECT_EQ(positions.size(), curve.polylines[p].nodes.size() + curve.polylines[p].closed);
    EXPECT_EQ(positions.front() == positions.back(), curve.polylines[p].closed);
    EXPECT_EQ(positions[0].size(), 3u);
    length += feature["properties"]["length"].get<double>();
  }
  EXPECT_NEAR(length, curve.length, 1e-8 * curve.length);
}

TEST_F(WriteCurve, DxfPassesAStrictReadersAuditAndHoldsTheSameDoubles) {
  if (!works("/usr/bin/python3 -c 'import ezdxf'")) GTEST_SKIP() << "python3-ezdxf is not installed";
  const std::string script = R"(
import sys, ezdxf
document = ezdxf.readfile(sys.argv[1])
auditor = document.audit()
assert not auditor.errors and not auditor.fixes, [e.message for e in auditor.errors + auditor.fixes]
for line in document.modelspace():
    assert line.dxftype() == 'POLYLINE' and line.dxf.layer == 'CURVE'
    print('3d' if line.is_3d_polyline else '2d', int(line.is_closed), *[repr(c) for v in line.vertices for c in v.dxf.location])
)";
  for (const int dimension : {1, 2, 3}) {
    const Curve curve = awkwardCurve(Scalar::float64, dimension);
    writeCurve(folder / "a.dxf", curve, kUtm);
    std::istringstream output(python(script, folder / "a.dxf"));
    for (size_t p = 0; p < curve.polylines.size(); ++p) {
      std::string line;
      ASSERT_TRUE(std::getline(output, line)) << p;
      std::istringstream words(line);
      std::string kind;
      bool closed = false;
      words >> kind >> closed;
      EXPECT_EQ(kind, dimension == 3 ? "3d" : "2d");
      EXPECT_EQ(closed, curve.polylines[p].closed);
      for (uint32_t node : curve.polylines[p].nodes)
        for (int k = 0; k < 3; ++k) {
          std::string number;
          words >> number;
          EXPECT_EQ(std::strtod(number.c_str(), nullptr), (CurveInput{curve, kUtm}.coordinate(node, k))) << number;
        }
      EXPECT_FALSE(words >> kind) << "more vertices than nodes";
    }
  }
  writeCurve(folder / "a.dxf", makeCurve(PointArray(Scalar::float32, 2, 0), {}), {});
  EXPECT_EQ(python(script, folder / "a.dxf"), "");
}

TEST_F(WriteCurve, SvgIsWellFormedAndItsViewHoldsTheCurve) {
  if (!works("/usr/bin/python3 -c ''")) GTEST_SKIP() << "python3 is not installed";
  const std::string script = R"(
import re, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
svg = '{http://www.w3.org/2000/svg}'
assert root.tag == svg + 'svg'
left, top, width, height = map(float, root.get('viewBox').split())
ox, oy = map(float, root.get('data-origin').split())
pixel = max(width, height) / 1000
assert abs(float(root.find(svg + 'g').get('stroke-width')) - 1.5 * pixel) < 1e-6 * pixel, 'lines as wide as in a picture of 1000 pixels'
assert abs(max(float(root.get("width")), float(root.get("height"))) - 1000) < 1e-6
for path in root.iter(svg + 'path'):
    d = path.get('d')
    numbers = list(map(float, re.sub('[MLZ]', ' ', d).split()))
    for x, y in zip(numbers[::2], numbers[1::2]):
        assert left < x < left + width and top < y < top + height
        print(repr(x + ox), repr(oy - y))
    print('closed' if d.endswith('Z') else 'open')
)";
  for (const int dimension : {1, 2, 3}) {
    const Curve curve = awkwardCurve(Scalar::float64, dimension);
    writeCurve(folder / "a.svg", curve, kUtm);
    std::istringstream output(python(script, folder / "a.svg"));
    for (const Polyline& polyline : curve.polylines) {
      std::string x, y;
      for (uint32_t node : polyline.nodes) {
        output >> x >> y;
        EXPECT_EQ(std::strtod(x.c_str(), nullptr), (CurveInput{curve, kUtm}.coordinate(node, 0)));
        EXPECT_EQ(std::strtod(y.c_str(), nullptr), (CurveInput{curve, kUtm}.coordinate(node, 1)));
      }
      output >> x;
      EXPECT_EQ(x, polyline.closed ? "closed" : "open");
    }
    EXPECT_FALSE(output >> std::ws && !output.eof()) << "more than the curve's nodes";
  }
}

TEST_F(WriteCurve, NoFormatIsGivenAPlaceOrLengthThatIsNotFinite) {
  const Curve graph = awkwardCurve(Scalar::float64, 3), tree = test::awkwardTree(Scalar::float64, 3);
  for (const CurveFormat& format : curveFormats()) {
    const test::fs::path path = put("old", "old");
    for (const double value : std::initializer_list<double>{INFINITY, -INFINITY, NAN}) {
      Curve curve = format.loops ? graph : tree;
      curve.nodes.setCoordinate(3, 1, value);
      const Error error = test::errorOf([&] { writeCurve(path, curve, {}, format.id); });
      EXPECT_EQ(error.kind(), ErrorKind::badInput) << format.id;
      EXPECT_EQ(error.where(), path.string());
      EXPECT_EQ(error.reason(), "node 3 has a coordinate that is not finite") << format.id;
    }
    Curve longEdge = format.loops ? graph : tree;
    const Edge edge = longEdge.edges.front();
    longEdge.nodes.setCoordinate(edge.a, 0, 1e200);
    EXPECT_EQ(test::errorOf([&] { writeCurve(path, longEdge, {}, format.id); }).reason(),
              "the length from node " + std::to_string(edge.a) + " to node " + std::to_string(edge.b) + " is not finite")
        << format.id;
    EXPECT_EQ(get(path), "old") << format.id;
    EXPECT_EQ(filesInFolder(), 1u) << format.id;
  }
}

}  // namespace
}  // namespace arete
