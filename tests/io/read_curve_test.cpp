// Reference curves as others write them, and files that are broken.
#include "compute/io/read_curve.h"

#include <random>

#include "compute/io/write_curve.h"
#include "tests/io/write_support.h"

namespace arete {
namespace {

struct ReadCurve : test::TemporaryFolder {
  CurveFile read(const std::string& name, const std::string& text) const { return readCurve(put(name, text)); }
  Error error(const std::string& name, const std::string& text) const {
    const Error error = test::errorOf([&] { read(name, text); });
    EXPECT_EQ(error.kind(), ErrorKind::badInput) << error.what();
    EXPECT_NE(error.where().find(name), std::string::npos);
    return error;
  }
  /// "line 3: reason"
  std::string failure(const std::string& name, const std::string& text) const {
    const Error e = error(name, text);
    return e.where().substr(e.where().find(name) + name.size() + 1) + ": " + e.reason();
  }
};

using Line = std::vector<double>;

TEST_F(ReadCurve, SegmentsWithEqualEndsAreJoined) {
  const CurveFile file = read("a.segments.txt", "# x0 y0 x1 y1\n0 0 1 0\r\n2 0\t1 0 # backwards\n\n 1 0 +1 1e0\n5 5 6 5\n6 5 6 6\n6 6 5 5");
  EXPECT_TRUE(file.warnings.empty());
  EXPECT_EQ(file.polylines.dimension, 2);
  EXPECT_EQ(file.polylines.lines, (std::vector<Line>{{0, 0, 1, 0}, {1, 0, 2, 0}, {1, 0, 1, 1}, {5, 5, 6, 5, 6, 6}}));
  EXPECT_EQ(file.polylines.closed, (std::vector<bool>{false, false, false, true}));
}

TEST_F(ReadCurve, SegmentsOfOnePointAreLeftOutWithAWarning) {
  const CurveFile file = read("a.segments.txt", "0 0 0 0\n0 0 1 1\n");
  EXPECT_EQ(file.polylines.lines, std::vector<Line>({{0, 0, 1, 1}}));
  EXPECT_EQ(file.warnings, std::vector<std::string>{"segments that end where they start are left out: 1"});
}

TEST_F(ReadCurve, BrokenSegmentsAreRefusedWithTheirLine) {
  EXPECT_EQ(failure("a.segments.txt", "0 0 1 1\n0 0 1\n"), "line 2: 3 numbers: a segment has an even number, start and end");
  EXPECT_EQ(failure("a.segments.txt", "0 0 1 1\n\n0 0 1 1 2 2\n"), "line 3: 6 numbers, and 4 in the lines before");
  EXPECT_EQ(failure("a.segments.txt", "0 0 1 1,5\n"), "line 1: coordinate 4 is not a number: \"1,5\"");
  EXPECT_EQ(failure("a.segments.txt", "0 0 1 nan\n"), "line 1: coordinate 4 is not finite: \"nan\"");
  EXPECT_EQ(failure("a.segments.txt", "0 0 1 1e999\r0 0 1 1\r").substr(0, 6), "line 1");
  EXPECT_EQ(failure("a.segments.txt", "0 0\r1 1\rx y\r"), "line 3: coordinate 1 is not a number: \"x\"");
  std::string wide;
  for (int i = 0; i < 34; ++i) wide += "1 ";
  EXPECT_EQ(failure("a.segments.txt", wide), "line 1: more than 32 numbers, and a segment has at most 2 · 16");
}

TEST_F(ReadCurve, NeighbouringRowsOfOneNameAreJoined) {
  const CurveFile file = read("a.xyz", "# x y line\n0 0 am\n1 0 am\n2 0 am # east\n5 5 eu\n5 6 eu\n9 9 lonely\n0 1 am\n0 2 am\n\n0 3 am\n0 4 am\n");
  EXPECT_EQ(file.polylines.dimension, 2);
  EXPECT_EQ(file.polylines.lines, (std::vector<Line>{{0, 0, 1, 0, 2, 0}, {5, 5, 5, 6}, {0, 1, 0, 2}, {0, 3, 0, 4}}));
  EXPECT_EQ(file.warnings, std::vector<std::string>{"rows with no other of their line beside them are left out: 1"});
  EXPECT_EQ(read("b.xyz", "1 2 3\n4 5 6\n").polylines.lines, std::vector<Line>({{1, 2, 3, 4, 5, 6}}));
  EXPECT_EQ(failure("a.xyz", "0 0 am\n0 0 0 am\n"), "line 2: 3 coordinates, and 2 in the rows before");
  EXPECT_EQ(failure("a.xyz", "0 0 am eu\n"), "line 1: something follows the name \"am\"");
  EXPECT_EQ(failure("a.xyz", "am 0 0\n"), "line 1: coordinate 1 is not a number: \"am\"");
}

TEST_F(ReadCurve, AFileWithoutLinesIsAWarning) {
  for (const auto& [name, text] : {std::pair("a.segments.txt", "# nothing\n"), std::pair("a.obj", ""), std::pair("a.xyz", "\n"),
                                   std::pair("a.csv", "polyline_id,x\n"), std::pair("a.geojson", R"({"type":"FeatureCollection","features":[]})")}) {
    const CurveFile file = read(name, text);
    EXPECT_TRUE(file.polylines.empty()) << name;
    EXPECT_EQ(file.warnings, std::vector<std::string>{"the file holds no line"}) << name;
  }
}

TEST_F(ReadCurve, ObjLinesOfOneSegmentEachBecomePolylines) {
  // As Blender writes them: an l per edge; also indices with a texture vertex and from the end.
  const CurveFile file = read("a.obj", "o Curve\nv 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 1\nl 1 2\nl 3/3 2/2\nl -1 -2\nf 1 2 3\n");
  EXPECT_EQ(file.polylines.lines, std::vector<Line>({{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 1}}));
  EXPECT_EQ(file.warnings, std::vector<std::string>{"faces, which are no lines, are left out: 1"});
}

TEST_F(ReadCurve, BrokenObjFilesAreRefusedWithTheirLine) {
  EXPECT_EQ(failure("a.obj", "v 0 0\n"), "line 1: a coordinate is not a number: \"\"");
  EXPECT_EQ(failure("a.obj", "v 0 0 0\nl 1 2\n"), "line 2: vertex 2 does not exist: 1 came before");
  EXPECT_EQ(failure("a.obj", "v 0 0 0\nl 0 1\n"), "line 2: vertex 0 does not exist: 1 came before");
  EXPECT_EQ(failure("a.obj", "v 0 0 0\nl -9223372036854775808\n").substr(0, 6), "line 2");
  EXPECT_EQ(failure("a.obj", "v 0 0 0\nl 99999999999999999999\n"), "line 2: a vertex index is not a whole number: \"99999999999999999999\"");
  EXPECT_EQ(failure("a.obj", "l\n"), "line 1: a line without vertices");
}

TEST_F(ReadCurve, PlyIsReadWhateverElseIsInIt) {
  const CurveFile file =
      read("a.ply",
           "ply\nformat ascii 1.0\nobj_info x\ncomment dimensions are fun\nelement vertex 3\nproperty uchar red\nproperty float x\n"
           "property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nelement edge 2\n"
           "property int vertex1\nproperty int vertex2\nproperty uchar red\nend_header\n9 0 0 1\n9 1 0 1\n9 2 0 1\n3 0 1 2\n2 1 9\n1 0 9\n");
  EXPECT_EQ(file.polylines.lines, std::vector<Line>({{0, 0, 1, 1, 0, 1, 2, 0, 1}}));
}

TEST_F(ReadCurve, BrokenPlyFilesAreRefused) {
  const std::string start = "ply\nformat ascii 1.0\n", edges = "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n";
  EXPECT_EQ(failure("a.ply", "plx\n"), "line 1: it does not begin with \"ply\"");
  EXPECT_EQ(failure("a.ply", "ply\nformat binary_little_endian 1.0\n"), "line 2: a curve is read from text PLY only, not from binary_little_endian");
  EXPECT_EQ(failure("a.ply", start + "element vertex 1\n"), "line 4: the header has no end");
  EXPECT_EQ(failure("a.ply", start + "element vertex 9999999999999999\nproperty float x\n" + edges + "1\n"),
            "line 10: the file ends after 1 of 9999999999999999 lines of vertex");
  EXPECT_EQ(failure("a.ply", start + "element vertex -1\nend_header\n"), "line 3: a negative count");
  EXPECT_EQ(failure("a.ply", start + "element vertex 1\nproperty float x\n" + edges + "1\n0 1\n"),
            "line 10: vertex 1 does not exist: there are 1, from 0");
  EXPECT_EQ(failure("a.ply", start + "element vertex 1\nproperty float x\n" + edges + "1 2\n0 1\n"), "line 9: more values than properties");
  EXPECT_EQ(failure("a.ply", start + "element vertex 1\nproperty float x\nelement edge 1\nproperty list uchar int vertex1\nend_header\n1\n1 1\n"),
            "line 8: a list property of edge is not read");
  EXPECT_EQ(error("a.ply", start + "element vertex 1\nproperty float x\nend_header\n1\n").reason(), "the PLY file has no edges");
}

TEST_F(ReadCurve, BrokenCsvFilesAreRefusedWithTheirLine) {
  const std::string header = "polyline_id,closed,index,x,y\n";
  EXPECT_EQ(failure("a.csv", "x,y\n1,2\n"), "line 1: the first line does not name the columns polyline_id and x");
  EXPECT_EQ(failure("a.csv", "polyline_id,x,z\n"), "line 1: column \"z\" without those before it");
  EXPECT_EQ(failure("a.csv", "polyline_id,x,x\n"), "line 1: column \"x\" comes twice");
  EXPECT_EQ(failure("a.csv", header + "0,0,0,1\n"), "line 2: 4 fields in a table of 5 columns");
  EXPECT_EQ(failure("a.csv", header + "0,0,0,1,\n"), "line 2: y is not a number: \"\"");
  EXPECT_EQ(failure("a.csv", header + "0,0,1,1,2\n"), "line 2: index 1 instead of 0");
  EXPECT_EQ(failure("a.csv", header + "0,0,0,1,2\n0,1,1,1,2\n"), "line 3: closed differs within polyline 0");
  EXPECT_EQ(failure("a.csv", header + "0,0,0,1,2\n1,0,0,1,2\n0,0,1,1,2\n"), "line 4: polyline 0 comes again");
  EXPECT_EQ(failure("a.csv", header + "0,2,0,1,2\n"), "line 2: closed is neither 0 nor 1");
}

TEST_F(ReadCurve, GeojsonTakesAllLinesWhereverTheyAre) {
  const CurveFile file = read("a.geojson", R"({"type":"FeatureCollection","features":[
    {"type":"Feature","properties":null,"geometry":{"type":"MultiLineString","coordinates":[[[0,0],[1,2.5]],[[0,0],[1,0],[1,1],[0,0]]]}},
    {"type":"Feature","geometry":null},
    {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,1]},
      {"type":"LineString","coordinates":[[7,8],[9,10]]}]}}]})");
  EXPECT_EQ(file.polylines.lines, (std::vector<Line>{{0, 0, 1, 2.5}, {0, 0, 1, 0, 1, 1}, {7, 8, 9, 10}}));
  EXPECT_EQ(file.polylines.closed, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(file.warnings, std::vector<std::string>{"geometries that are no lines are left out: 1"});
}

TEST_F(ReadCurve, BrokenGeojsonIsRefused) {
  EXPECT_EQ(failure("a.geojson", "{\"type\":"), "byte 9: it is not valid JSON");
  EXPECT_EQ(error("a.geojson", "[]").reason(), "it is not GeoJSON: an object has no type");
  EXPECT_EQ(error("a.geojson", R"({"type":"LineString","coordinates":[[0,0]]})").reason(), "it has fewer than two positions");
  EXPECT_EQ(error("a.geojson", R"({"type":"LineString","coordinates":[[0,0],[1,"2"]]})").reason(), "a coordinate is not a number");
  EXPECT_EQ(error("a.geojson", R"({"type":"LineString","coordinates":[[0,0],[1,2,3]]})").reason(),
            "some positions have two coordinates and some have three");
  EXPECT_EQ(error("a.geojson", std::string(1'000'000, '[')).reason(), "it is nested deeper than 64 levels");
  EXPECT_NE(error("a.geojson", R"({"type":"LineString","coordinates":[[0,0],[1,1e999]]})").reason(), "");
}

TEST_F(ReadCurve, WhatIsNoCurveFileIsRefused) {
  EXPECT_EQ(test::errorOf([&] { readCurve(folder / "missing.ply"); }).kind(), ErrorKind::io);
  test::fs::create_directory(folder / "folder.ply");
  EXPECT_EQ(test::errorOf([&] { readCurve(folder / "folder.ply"); }).reason(), "it is not a regular file");
  const Error unknown = test::errorOf([&] { read("a.dxf", ""); });
  EXPECT_EQ(unknown.kind(), ErrorKind::wrongUse);
  EXPECT_NE(unknown.hint().find("segments.txt"), std::string::npos);
}

TEST_F(ReadCurve, DamagedFilesGiveACurveOrAnErrorAndNeverCrash) {
  constexpr int kDamagesPerFormat = 300;
  std::mt19937 random(1);  // its sequence is the same everywhere
  for (const char* name : {"a.ply", "a.csv", "a.obj", "a.geojson", "a.segments.txt", "a.xyz"}) {
    const test::fs::path path = folder / name;
    if (std::string_view(name) == "a.segments.txt") put(name, "# c\n0 0 1 1\n1 1 2 3.5e-3\n");
    else if (std::string_view(name) == "a.xyz") put(name, "# c\n0 0 a\n1 1 a\n\n1 1 b\n2 3.5e-3 b\n");
    else writeCurve(path, test::awkwardCurve(Scalar::float64, 3), {});
    const std::string whole = get(path);
    int refused = 0;
    for (int i = 0; i < kDamagesPerFormat; ++i) {
      std::string text = whole;
      if (i % 3 == 0) text.resize(random() % text.size());
      else
        for (int n = 1 + int(random() % 4); n > 0; --n) text[random() % text.size()] = char(i % 3 == 1 ? random() : "0-,. \n[]{}e9"[random() % 12]);
      try {
        const CurveFile file = read(name, text);
        for (size_t line = 0; line < file.polylines.size(); ++line)
          ASSERT_EQ(file.polylines.lines[line].size() % size_t(file.polylines.dimension), 0u);
      } catch (const Error& error) {
        ASSERT_TRUE(error.kind() == ErrorKind::badInput) << error.what();
        ++refused;
      }
    }
    EXPECT_GT(refused, 0) << name;
  }
}

TEST_F(ReadCurve, TheTruthsOfTheRealCloudsAreRead) {
  const test::fs::path data = test::fs::path(ARETE_SHARED_DIR) / "data";
  if (!test::fs::exists(data)) GTEST_SKIP() << "no " << data;
  size_t files = 0;
  for (const auto& entry : test::fs::recursive_directory_iterator(data)) {
    if (!entry.path().string().ends_with(".segments.txt")) continue;
    ++files;
    const CurveFile file = readCurve(entry.path());
    EXPECT_EQ(file.polylines.dimension, entry.path().string().find("neuron") != std::string::npos ? 3 : 2);
    EXPECT_GT(file.polylines.size(), 100u);
  }
  if (files == 0) GTEST_SKIP() << "no segments in " << data;
}

}  // namespace
}  // namespace arete
