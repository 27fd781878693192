// GPX and SWC, as clouds and as curves.
#include <cmath>

#include "compute/io/read_curve.h"
#include "compute/io/write_curve.h"
#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"

namespace arete {
namespace {

const std::string kGpx =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<gpx version=\"1.1\" creator=\"a\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
    "<wpt lat=\"1\" lon=\"2\"/>\n"
    "<rte><rtept lat=\"50\" lon=\"7\"/><rtept lat=\"50.5\" lon=\"7.5\"/></rte>\n"
    "<trk><name>a</name><trkseg>\n"
    "<trkpt lat=\"52.125\" lon=\"-4.25\"><ele>10.5</ele><time>1970-01-02T00:00:01Z</time></trkpt>\n"
    "<trkpt lat=\"52.25\" lon=\"-4.5\"><time>1970-01-02T02:00:01.25+02:00</time></trkpt>\n"
    "</trkseg><trkseg><trkpt lat=\"53\" lon=\"-5\"><ele>x</ele><time>yesterday</time></trkpt></trkseg></trk>\n"
    "</gpx>\n";

/// Whether this program was built without what reads GPX.
bool gpxIsMissing() {
  try {
    readString(kGpx, "a.gpx");
  } catch (const Error& error) {
    return error.reason().find("built without pugixml") != std::string::npos;
  }
  return false;
}

class ReadGpx : public testing::Test {
 protected:
  void SetUp() override {
    if (gpxIsMissing()) GTEST_SKIP() << "built without pugixml";
  }
};

TEST_F(ReadGpx, GivesPointsOfTracksAndRoutesWithTrackSegmentElevationAndTime) {
  const CloudFile file = readString(kGpx, "a.gpx");
  EXPECT_EQ(file.format, "GPX, 3 track segments");
  EXPECT_EQ(rowsOf(file), (Doubles{-4.25, 52.125, -4.5, 52.25, -5, 53, 7, 50, 7.5, 50.5}));
  EXPECT_EQ(attributeOf(file, "track"), (Doubles{1, 1, 1, 2, 2}));
  EXPECT_EQ(attributeOf(file, "segment"), (Doubles{1, 1, 2, 1, 1}));
  EXPECT_EQ(attributeOf(file, "elevation")[0], 10.5);
  EXPECT_TRUE(std::isnan(attributeOf(file, "elevation")[1]));
  EXPECT_EQ(attributeOf(file, "time")[0], 86401);
  EXPECT_EQ(attributeOf(file, "time")[1], 86401.25);
  EXPECT_TRUE(std::isnan(attributeOf(file, "time")[2]));
  EXPECT_EQ(file.crs.definition, "EPSG:4326");
  EXPECT_TRUE(warnsOf(file, "Waypoints, which are on no track, were left out: 1"));
  EXPECT_TRUE(warnsOf(file, "Times that are not understood were left out: 1"));
  EXPECT_TRUE(warnsOf(file, "in degrees"));
}

TEST(ReadLines, OfGeoJsonArePointsOnTracks) {
  const std::string text =
      R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},)"
      R"("geometry":{"type":"LineString","coordinates":[[7,50,1],[7.5,50,2]]}},)"
      R"({"type":"Feature","properties":{},)"
      R"("geometry":{"type":"MultiLineString","coordinates":[[[8,50,3],[9,50,4]],[[0,0,5],[1,0,5],[1,1,5],[0,0,5]]]}}]})";
  const CloudFile file = readString(text, "a.geojson");
  EXPECT_EQ(file.format, "GeoJSON, 3 lines");
  EXPECT_EQ(rowsOf(file), (Doubles{7, 50, 7.5, 50, 8, 50, 9, 50, 0, 0, 1, 0, 1, 1, 0, 0}));
  EXPECT_EQ(attributeOf(file, "track"), (Doubles{1, 1, 2, 2, 3, 3, 3, 3}));
  EXPECT_EQ(attributeOf(file, "elevation"), (Doubles{1, 2, 3, 4, 5, 5, 5, 5}));
  EXPECT_EQ(file.crs.definition, "EPSG:4326");
  ReadOptions options;
  options.dimension = 3;
  EXPECT_EQ(readString(text, "a.geojson", options).cloud.dimension(), 3);
  EXPECT_TRUE(contains(refusalOf(R"({"type":"FeatureCollection","features":[]})", "a.geojson"), "it has no lines"));
  EXPECT_TRUE(contains(refusalOf("[1", "a.geojson"), "a.geojson"));
}

TEST_F(ReadGpx, TakesTheElevationAsThirdCoordinateWhenAsked) {
  ReadOptions options;
  options.dimension = 3;
  const CloudFile file = readString(kGpx, "a.gpx", options);
  EXPECT_EQ(rowsOf(file), (Doubles{-4.25, 52.125, 10.5}));
  EXPECT_EQ(file.nonFinite, 4u);
  options.dimension = 4;
  EXPECT_TRUE(contains(refusalOf(kGpx, "a.gpx", options), "give --dim 2 or 3"));
}

TEST_F(ReadGpx, IsKnownByItsContentAndReadWithPrefixesToo) {
  EXPECT_EQ(readString("<g:gpx xmlns:g='x'><g:trk><g:trkseg><g:trkpt lat='1' lon='2'/></g:trkseg></g:trk></g:gpx>", "a.xml").cloud.size(), 1u);
}

TEST_F(ReadGpx, RefusesWhatIsBrokenWithItsLine) {
  const auto refusal = [](const std::string& body) { return refusalOf("<gpx>\n" + body, "a.gpx"); };
  EXPECT_TRUE(contains(refusal("<trk>"), "line 2")) << refusal("<trk>");
  EXPECT_TRUE(contains(refusal("<trk>"), "no sound XML"));
  EXPECT_TRUE(contains(refusal("\n<trk><trkseg><trkpt lat='1'/></trkseg></trk></gpx>"), "line 3: a point of a track has no lon"));
  EXPECT_TRUE(contains(refusal("<trk><trkseg><trkpt lat='91' lon='1'/></trkseg></trk></gpx>"), "lat '91'"));
  EXPECT_TRUE(contains(refusal("<trk><trkseg><trkpt lat='1e' lon='1'/></trkseg></trk></gpx>"), "lat '1e'"));
  EXPECT_TRUE(contains(refusal("<wpt lat='1' lon='2'/></gpx>"), "it has waypoints only"));
  EXPECT_TRUE(contains(refusalOf("<kml></kml>", "a.gpx"), "its first element is not gpx"));
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  EXPECT_TRUE(contains(refusal(deep), "no sound XML"));
}

// The body of the head of an SWC file, a soma with two branches.
const std::string kSwc = "# a neuron\n1 1 0 0 0 5 -1\n2 3 10 0 0 1 1\n3 3 20 0 1.5 0.5 2\n\n4 2 0 10 0 1 1 # axon\n";

TEST(ReadSwc, GivesNodesWithTypeRadiusNumberAndParent) {
  const CloudFile file = readString(kSwc, "a.swc");
  EXPECT_EQ(rowsOf(file), (Doubles{0, 0, 0, 10, 0, 0, 20, 0, 1.5, 0, 10, 0}));
  EXPECT_EQ(attributeOf(file, "type"), (Doubles{1, 3, 3, 2}));
  EXPECT_EQ(attributeOf(file, "radius"), (Doubles{5, 1, 0.5, 1}));
  EXPECT_EQ(attributeOf(file, "number"), (Doubles{1, 2, 3, 4}));
  EXPECT_EQ(attributeOf(file, "parent"), (Doubles{-1, 1, 2, 1}));
  EXPECT_EQ(file.format, "SWC");
}

TEST(ReadSwc, RefusesWhatIsBrokenWithItsLine) {
  EXPECT_TRUE(contains(refusalOf("1 1 0 0 0 5 -1\n2 3 1 0 0 1\n", "a.swc"), "line 2: a row has 6 of 7 fields"));
  EXPECT_TRUE(contains(refusalOf("1 1 0 zero 0 5 -1\n", "a.swc"), "line 1: 'zero' is no y"));
  EXPECT_TRUE(contains(refusalOf("1 1 0 nan 0 5 -1\n", "a.swc"), "line 1: 'nan' is no y"));
  EXPECT_TRUE(contains(refusalOf("# only words\n", "a.swc"), "there are no nodes in it"));
}

struct ReadTrackCurves : test::TemporaryFolder {
  CurveFile read(const std::string& name, const std::string& text) const { return readCurve(put(name, text)); }
  std::string failure(const std::string& name, const std::string& text) const {
    const Error error = test::errorOf([&] { read(name, text); });
    EXPECT_EQ(error.kind(), ErrorKind::badInput);
    return error.where().substr(error.where().find(name)) + ": " + error.reason();
  }
};

TEST_F(ReadTrackCurves, EachSegmentOfATrackAndEachRouteIsALine) {
  if (gpxIsMissing()) GTEST_SKIP() << "built without pugixml";
  const CurveFile file = read("a.gpx", kGpx);
  EXPECT_EQ(file.polylines.lines, (std::vector<Doubles>{{-4.25, 52.125, -4.5, 52.25}, {7, 50, 7.5, 50.5}}));
  EXPECT_EQ(file.warnings,
            (std::vector<std::string>{"track segments of a single point are left out: 1", "waypoints, which are on no track, are left out: 1"}));
  EXPECT_EQ(file.crs.definition, "EPSG:4326");
  EXPECT_EQ(failure("a.gpx", "<gpx>\n<trk><trkseg><trkpt lon='1'/></trkseg></trk></gpx>"), "a.gpx line 2: a point of a track has no lat");
}

TEST_F(ReadTrackCurves, NodesOfSwcAreJoinedWithTheirParents) {
  const CurveFile file = read("a.swc", kSwc);
  EXPECT_EQ(file.polylines.lines, (std::vector<Doubles>{{20, 0, 1.5, 10, 0, 0, 0, 0, 0, 0, 10, 0}}));
  EXPECT_EQ(read("a.swc", "2 0 1 0 0 1 1\n1 0 0 0 0 1 -1\n").polylines.size(), 1u) << "a parent may stand behind its child";
  EXPECT_EQ(failure("a.swc", "1 0 0 0 0 1 -1\n2 0 1 0 0 1 7\n"), "a.swc line 2: its parent, node 7, does not exist");
  EXPECT_EQ(failure("a.swc", "1 0 0 0 0 1 -1\n1 0 1 0 0 1 1\n"), "a.swc line 2: node 1 comes twice");
  EXPECT_EQ(failure("a.swc", "1 0 0 0 0 1\n"), "a.swc line 1: a parent is not a whole number: \"\"");
}

TEST_F(ReadTrackCurves, SwcAndGeopackageGiveBackWhatWasWritten) {
  for (const int dimension : {1, 2, 3}) {
    const Curve tree = test::awkwardTree(Scalar::float64, dimension), graph = test::awkwardCurve(Scalar::float64, dimension);
    writeCurve(folder / "a.swc", tree, {});
    double length = 0;
    const Polylines read = readCurve(folder / "a.swc").polylines;
    EXPECT_EQ(read.dimension, dimension);
    for (size_t line = 0; line < read.size(); ++line)
      for (size_t i = 1; i < read.vertexCount(line); ++i) {
        double squared = 0;
        for (int k = 0; k < dimension; ++k) squared += std::pow(read.vertex(line, i)[size_t(k)] - read.vertex(line, i - 1)[size_t(k)], 2);
        length += std::sqrt(squared);
      }
    EXPECT_NEAR(length, tree.length, 1e-12 * tree.length);
    if (dimension == 1) continue;  // GeoPackages have y = 0 then
    writeCurve(folder / "a.gpkg", graph, {500123, 5601234, 87});
    EXPECT_EQ(readCurve(folder / "a.gpkg").polylines, polylinesOf(graph, {500123, 5601234, 87}));
  }
}

TEST_F(ReadTrackCurves, DamagedGeopackagesAreRefusedOrRead) {
  writeCurve(folder / "a.gpkg", test::awkwardCurve(Scalar::float64, 3), {});
  const std::string whole = get(folder / "a.gpkg");
  EXPECT_EQ(failure("b.gpkg", "PK"), "b.gpkg: it is no GeoPackage: it does not begin as a database of SQLite");
  EXPECT_EQ(failure("b.gpkg", whole.substr(0, 3000)).substr(0, 20), "b.gpkg: SQLite says:");
  size_t refused = 0;
  for (size_t at = 16; at < whole.size(); at += 97) {
    std::string damaged = whole;
    damaged[at] = char(damaged[at] ^ 0x55);
    try {
      read("c.gpkg", damaged);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 0u);
}

}  // namespace
}  // namespace arete
