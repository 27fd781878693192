// How sure a curve is, in the columns of formats that programs of maps, graphs and fields read; and what is left out of a file.
#include <nlohmann/json.hpp>
#include <sstream>

#include "compute/engine/frame.h"
#include "compute/io/read_curve.h"
#include "compute/io/write_curve.h"
#include "tests/io/foreign_reader.h"

namespace arete {
namespace {

using nlohmann::json;

/// The square and the Y, whose edges are the surer the higher their number; node 5 is a junction.
struct WriteSupport : test::ForeignReader {
  Frame frame;
  NetworkSupport support;

  WriteSupport() {
    frame.curve = test::awkwardCurve(Scalar::float64, 2);
    const auto edges = frame.curve.edges.size();
    support.resamples = 10;
    for (size_t e = 0; e < edges; ++e) support.edgeSupport.push_back(double(e + 1) / 10), support.edgeSpread.push_back(0.5 + double(e));
    for (uint32_t node = 0; node < frame.curve.nodes.size(); ++node) support.nodeSpread.push_back(0.25 * node);
    support.junctions = {5}, support.confidence = {0.75};
    frame.support = std::make_shared<const NetworkSupport>(support);
  }
  /// Node i has the radius 100 + i.
  std::vector<NodeBody> thickNodes() const {
    std::vector<NodeBody> bodies;
    for (uint32_t node = 0; node < frame.curve.nodes.size(); ++node) bodies.push_back({.radius = 100.0 + node, .error = 0.5, .seen = 1});
    return bodies;
  }
  void write(const char* name, CurveOptions options = {}) const { EXPECT_TRUE(writeCurve(folder / name, frame, {}, {}, options).empty()) << name; }
  json layer(const std::string& name) const {
    test::fs::remove(folder / "layer.json");
    output("ogr2ogr -f GeoJSON -lco SIGNIFICANT_FIGURES=17 '" + (folder / "layer.json").string() + "' '" + (folder / "a.gpkg").string() + "' " +
           name);
    return json::parse(get(folder / "layer.json"))["features"];
  }
};

TEST_F(WriteSupport, IsInColumnsOfEveryEdgeNodeAndLineOfAGeoPackage) {
  if (!works("ogrinfo --version")) GTEST_SKIP() << "gdal-bin is not installed";
  write("a.gpkg");
  const json edges = layer("edges"), nodes = layer("nodes"), lines = layer("lines");
  ASSERT_EQ(edges.size(), frame.curve.edges.size());
  for (size_t e = 0; e < edges.size(); ++e) {
    const json& about = edges[e]["properties"];
    EXPECT_EQ(about["support"], support.edgeSupport[e]);
    EXPECT_EQ(about["spread"], support.edgeSpread[e]);
    EXPECT_EQ(about["from_node"], frame.curve.edges[e].a);
    EXPECT_NEAR(about["length"].get<double>(), edgeLength(frame.curve, frame.curve.edges[e]), 1e-9);
  }
  for (size_t node = 0; node < nodes.size(); ++node) {
    EXPECT_EQ(nodes[node]["properties"]["spread"], support.nodeSpread[node]);
    EXPECT_EQ(nodes[node]["properties"]["confidence"], node == 5 ? json(0.75) : json());
  }
  for (const json& line : lines) EXPECT_LE(line["properties"]["support_least"], line["properties"]["support"]);
  EXPECT_EQ(readCurve(folder / "a.gpkg").polylines.size(), frame.curve.polylines.size()) << "edges are not read as further lines";
}

TEST_F(WriteSupport, IsInTheGraphOfGraphmlAndInTheArraysOfVtp) {
  write("a.graphml"), write("a.vtp");
  const std::string graph = get(folder / "a.graphml"), field = get(folder / "a.vtp");
  EXPECT_NE(graph.find("<data key=\"node_spread\">1.25</data><data key=\"node_confidence\">0.75</data>"), std::string::npos) << graph;
  EXPECT_EQ(graph.find("node_confidence\">-1"), std::string::npos);
  for (const char* key : {"edge_support\">", "edge_support_least\">", "edge_spread_most\">", "edge_supports\">"})
    EXPECT_NE(graph.find(key), std::string::npos) << key;
  for (const char* name : {"\"spread\"", "\"confidence\"", "\"support\"", "\"support_least\"", "\"spread_most\""})
    EXPECT_NE(field.find(name), std::string::npos) << name;
}

TEST_F(WriteSupport, LeavesOutEdgesOfLessSupportWhereThatIsAskedFor) {
  write("all.csv"), write("some.csv", {.leastSupport = 0.45});  // edges 4, 5, 6: the Y
  const CurveFile all = readCurve(folder / "all.csv"), some = readCurve(folder / "some.csv");
  EXPECT_EQ(all.polylines.size(), frame.curve.polylines.size());
  EXPECT_EQ(some.polylines.size(), 3u);
}

TEST_F(WriteSupport, RadiiGoIntoEveryFormatThatHasAPlaceForThem) {
  CurveOptions options{.bodyColumns = true};
  options.bodies = [this] { return thickNodes(); };
  for (const CurveFormat& format : curveFormats()) {
    if (format.id == "gpkg") continue;  // a database
    const std::filesystem::path path = folder / ("radii." + std::string(format.extension));
    if (format.loops || frame.curve.loops == 0) writeCurve(path, frame, {}, {}, options);
    else continue;
    const std::string text = get(path);
    EXPECT_EQ(text.find("radius") != text.npos, format.radii) << format.id;
    if (format.radii) EXPECT_NE(text.find("104"), text.npos) << format.id;
  }
  options.bodyColumns = false;
  writeCurve(folder / "plain.csv", frame, {}, {}, options);
  EXPECT_EQ(get(folder / "plain.csv").find("radius"), std::string::npos) << "where nobody asks for them";
}

TEST_F(WriteSupport, RadiiAreInColumnsOfNodesAndLinesOfAGeoPackage) {
  if (!works("ogrinfo --version")) GTEST_SKIP() << "gdal-bin is not installed";
  CurveOptions options{.bodyColumns = true};
  options.bodies = [this] { return thickNodes(); };
  write("a.gpkg", options);
  const json nodes = layer("nodes"), lines = layer("lines");
  for (size_t node = 0; node < nodes.size(); ++node) {
    EXPECT_EQ(nodes[node]["properties"]["radius"], 100.0 + double(node));
    EXPECT_EQ(nodes[node]["properties"]["seen"], 1);
    EXPECT_EQ(nodes[node]["properties"]["spread"], support.nodeSpread[node]) << "behind them";
  }
  for (const json& line : lines) EXPECT_GE(line["properties"]["radius"], 100);
}

TEST_F(WriteSupport, RadiiOfSwcStayWithTheirNodesWhereEdgesAreLeftOut) {
  CurveOptions options{.leastSupport = 0.45};
  options.bodies = [this] { return thickNodes(); };
  writeCurve(folder / "a.swc", frame, {}, {}, options);
  std::istringstream rows(get(folder / "a.swc"));
  std::vector<double> radii;
  for (std::string line; std::getline(rows, line);) {
    std::istringstream row(line);
    double number = 0, type = 0, x = 0, y = 0, z = 0, radius = 0;
    if (row >> number >> type >> x >> y >> z >> radius) radii.push_back(radius);
  }
  std::ranges::sort(radii);
  EXPECT_EQ(radii, (std::vector<double>{104, 105, 106, 107})) << "the nodes of the Y";
}

}  // namespace
}  // namespace arete
