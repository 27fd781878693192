// GraphML, VTP and SWC of curves, read by programs that are not ours: every double as it was written, every node, edge, loop and loose point.
#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "compute/io/read_curve.h"
#include "compute/io/write_curve.h"
#include "tests/io/foreign_reader.h"

namespace arete {
namespace {

using nlohmann::json;
using test::awkwardCurve;

constexpr PointCloud::Origin kGraphOrigin = {500123, 5601234, 87};

double graphCoordinate(const Curve& curve, uint32_t node, int k) { return CurveInput{curve, kGraphOrigin}.coordinate(node, k); }

struct WriteGraph : test::ForeignReader {
  std::string errorOf(const Curve& curve, const CurveOptions& options) const {
    const Error error = test::errorOf([&] { writeCurve(folder / "a.swc", curve, kGraphOrigin, {}, {}, options); });
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
    EXPECT_FALSE(error.hint().empty());
    return error.reason().empty() ? error.failed() : error.reason();
  }
  std::string textOf(const char* name) const {
    std::ostringstream text;
    text << std::ifstream(folder / name).rdbuf();
    return text.str();
  }
};

/// A Y whose stem has three nodes, a chain of two, and a lonely point.
Curve twoTrees() {
  const double places[][3] = {{0, 0, 0}, {1, 0, 0.1}, {2, 0, 0}, {3, 1, 0}, {3, -1, 0.7}, {9, 9, 9}, {10, 9, 9}, {20, 20, 20}};
  PointArray nodes(Scalar::float64, 3, uint32_t(std::size(places)));
  for (uint32_t i = 0; i < nodes.size(); ++i)
    for (int k = 0; k < 3; ++k) nodes.setCoordinate(i, k, places[i][k] / 3);
  return makeCurve(std::move(nodes), {{0, 1}, {1, 2}, {2, 3}, {2, 4}, {5, 6}});
}

// GraphML

constexpr const char* kReadGraph = R"(
import sys, json, networkx
g = networkx.read_graphml(sys.argv[1], node_type=int, force_multigraph=True)
assert not g.is_directed()
print(json.dumps({'nodes': [[n, d] for n, d in g.nodes(data=True)], 
  'edges': [[a, b, {**d, 'id': key}] for a, b, key, d in g.edges(keys=True, data=True)], 'graph': g.graph}))
)";

TEST_F(WriteGraph, NetworkxReadsEndsJunctionsAndLinesWithTheirLengthAndGeometry) {
  if (!works("/usr/bin/python3 -c 'import networkx'")) GTEST_SKIP() << "python3-networkx is not installed";
  for (const int dimension : {2, 3, 5}) {
    const Curve curve = awkwardCurve(Scalar::float64, dimension);
    EXPECT_TRUE(writeCurve(folder / "a.graphml", curve, kGraphOrigin).empty());
    const json graph = json::parse(python(kReadGraph, folder / "a.graphml"));
    std::map<uint32_t, json> nodes;
    for (const json& node : graph["nodes"]) nodes[node[0].get<uint32_t>()] = node[1];
    // The square's lowest node, the ends and the junction of the Y, and the lonely point.
    ASSERT_EQ(nodes.size(), 6u);
    for (const uint32_t node : {0u, 4u, 5u, 6u, 7u, 8u}) {
      ASSERT_TRUE(nodes.contains(node)) << node;
      EXPECT_EQ(nodes[node]["degree"], node == 0 ? 2 : node == 5 ? 3 : node == 8 ? 0 : 1);
      EXPECT_EQ(nodes[node].contains("component"), node != 8);
      const char* names[] = {"x", "y", "z", "x4", "x5"};
      for (int k = 0; k < dimension; ++k) EXPECT_EQ(nodes[node][names[k]].get<double>(), graphCoordinate(curve, node, k));
    }
    ASSERT_EQ(graph["edges"].size(), curve.polylines.size());
    double length = 0;
    for (const json& edge : graph["edges"]) {
      const json& about = edge[2];
      length += about["length"].get<double>();
      const Polyline& line = curve.polylines[about["id"].get<size_t>()];
      EXPECT_EQ(about["closed"], line.closed);
      EXPECT_EQ((std::set<uint32_t>{edge[0], edge[1]}),
                (std::set<uint32_t>{line.nodes.front(), line.closed ? line.nodes.front() : line.nodes.back()}));
      std::istringstream numbers(about["nodes"].get<std::string>());
      for (const uint32_t node : line.nodes) {
        uint32_t read = 0;
        EXPECT_TRUE(numbers >> read);
        EXPECT_EQ(read, node);
      }
      std::string text = about["geometry"];
      EXPECT_TRUE(text.starts_with(dimension == 2 ? "LINESTRING (" : "LINESTRING Z (")) << text;
      const size_t axes = size_t(std::min(dimension, 3)), commas = size_t(std::count(text.begin(), text.end(), ','));
      EXPECT_EQ(commas + 1, line.nodes.size() + line.closed);
      text.erase(0, text.find('(') + 1);
      std::ranges::replace(text, ',', ' ');
      std::istringstream coordinates(text);
      for (const uint32_t node : line.nodes)
        for (size_t k = 0; k < axes; ++k) {
          double read = 0;
          coordinates >> read;
          EXPECT_EQ(read, graphCoordinate(curve, node, int(k)));
        }
    }
    EXPECT_NEAR(length, curve.length, 1e-9 * curve.length);
  }
}

TEST_F(WriteGraph, TwoLinesBetweenTheSameJunctionsAreTwoEdgesOfGraphml) {
  if (!works("/usr/bin/python3 -c 'import networkx'")) GTEST_SKIP() << "python3-networkx is not installed";
  PointArray nodes(Scalar::float64, 2, 6);  // a ring with two spurs: 0-1, 1-2-3, 1-4-3, 3-5
  const double places[][2] = {{0, 0}, {1, 0}, {2, 1}, {3, 0}, {2, -1}, {4, 0}};
  for (uint32_t i = 0; i < 6; ++i)
    for (int k = 0; k < 2; ++k) nodes.setCoordinate(i, k, places[i][k]);
  writeCurve(folder / "a.graphml", makeCurve(std::move(nodes), {{0, 1}, {1, 2}, {2, 3}, {1, 4}, {3, 4}, {3, 5}}), {});
  const json graph = json::parse(python(kReadGraph, folder / "a.graphml"));
  size_t between = 0;
  for (const json& edge : graph["edges"]) between += std::set<int>{edge[0], edge[1]} == std::set<int>{1, 3};
  EXPECT_EQ(between, 2u);
  EXPECT_EQ(graph["edges"].size(), 4u);
}

TEST_F(WriteGraph, GraphmlNamesTheCoordinateSystemWhateverIsInItsWords) {
  const CurveOptions options = {.crs = {"LOCAL_CS[\"<a & b>\"]"}};
  writeCurve(folder / "a.graphml", awkwardCurve(Scalar::float64, 2), {}, {}, {}, options);
  EXPECT_EQ(python("import sys, xml.etree.ElementTree as tree\n"
                   "g = tree.parse(sys.argv[1]).getroot().find('{*}graph')\n"
                   "print(g.find(\"{*}data[@key='graph_crs']\").text, end='')",
                   folder / "a.graphml"),
            options.crs.definition);
}

// VTP

/// Every array by its section and name, after looking at what VTK's reader relies on: numbers of points, cells and values agree.
constexpr const char* kReadVtp = R"(
import sys, json, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == 'VTKFile' and root.get('type') == 'PolyData'
piece = root.find('PolyData/Piece')
arrays = {}
for section in piece:
    for array in section:
        assert array.get('format') == 'ascii'
        numbers = [float(word) if array.get('type').startswith('Float') else int(word) for word in (array.text or '').split()]
        arrays[section.tag + '/' + array.get('Name')] = numbers
points, verts, lines = (int(piece.get('NumberOf' + what)) for what in ('Points', 'Verts', 'Lines'))
assert len(arrays['Points/Points']) == 3 * points
for section, cells in (('Verts', verts), ('Lines', lines)):
    offsets, connectivity = arrays[section + '/offsets'], arrays[section + '/connectivity']
    assert len(offsets) == cells and offsets == sorted(offsets) and (offsets[-1] if offsets else 0) == len(connectivity)
    assert all(0 <= node < points for node in connectivity)
for name, numbers in arrays.items():
    if name.startswith('PointData/'): assert len(numbers) == points, name
    if name.startswith('CellData/'): assert len(numbers) == verts + lines, name
print(json.dumps(arrays))
)";

/// The same arrays from VTK itself.
constexpr const char* kReadVtpByVtk = R"(
import sys, json
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
reader = vtkXMLPolyDataReader(); reader.SetFileName(sys.argv[1]); reader.Update()
data = reader.GetOutput()
def values(array): return [array.GetComponent(i, k) for i in range(array.GetNumberOfTuples()) for k in range(array.GetNumberOfComponents())]
arrays = {'Points/Points': values(data.GetPoints().GetData())}
for section, of in (('PointData', data.GetPointData()), ('CellData', data.GetCellData())):
    for i in range(of.GetNumberOfArrays()): arrays[section + '/' + of.GetArrayName(i)] = values(of.GetArray(i))
for section, cells in (('Verts', data.GetVerts()), ('Lines', data.GetLines())):
    arrays[section + '/connectivity'] = [int(v) for v in values(cells.GetConnectivityArray())]
    arrays[section + '/offsets'] = [int(v) for v in values(cells.GetOffsetsArray())][1:]
print(json.dumps(arrays))
)";

void expectArraysOf(const Curve& curve, const json& arrays) {
  const uint32_t nodes = curve.nodes.size();
  ASSERT_EQ(arrays["Points/Points"].size(), 3 * size_t(nodes));
  for (uint32_t node = 0; node < nodes; ++node) {
    for (int k = 0; k < 3; ++k) EXPECT_EQ(arrays["Points/Points"][3 * node + uint32_t(k)].get<double>(), graphCoordinate(curve, node, k));
    EXPECT_EQ(arrays["PointData/degree"][node], node == 8 ? 0 : node == 5 ? 3 : node < 4 ? 2 : 1);
    EXPECT_EQ(arrays["PointData/component"][node], node == 8 ? -1 : node < 4 ? 0 : 1);
    if (curve.nodes.dimension() > 3) {
      EXPECT_EQ(arrays["PointData/x5"][node].get<double>(), graphCoordinate(curve, node, 4));
    }
  }
  EXPECT_EQ(arrays["Verts/connectivity"], json::parse("[8]"));
  size_t place = 0;
  for (size_t p = 0; p < curve.polylines.size(); ++p) {
    const Polyline& line = curve.polylines[p];
    for (const uint32_t node : line.nodes) EXPECT_EQ(arrays["Lines/connectivity"][place++], node);
    if (line.closed) {
      EXPECT_EQ(arrays["Lines/connectivity"][place++], line.nodes.front());
    }
    EXPECT_EQ(arrays["Lines/offsets"][p], place);
    EXPECT_EQ(arrays["CellData/closed"][p + 1], int(line.closed));
    EXPECT_EQ(arrays["CellData/polyline"][p + 1], p);
  }
  double length = 0;
  for (const json& each : arrays["CellData/length"]) length += each.get<double>();
  EXPECT_NEAR(length, curve.length, 1e-9 * curve.length);
}

TEST_F(WriteGraph, VtpHoldsEveryNodeAndLineOnceWithDegreeComponentAndLength) {
  for (const int dimension : {1, 2, 3, 5}) {
    const Curve curve = awkwardCurve(Scalar::float64, dimension);
    EXPECT_TRUE(writeCurve(folder / "a.vtp", curve, kGraphOrigin).empty());
    expectArraysOf(curve, json::parse(python(kReadVtp, folder / "a.vtp")));
  }
}

TEST_F(WriteGraph, VtkReadsTheSameFromVtp) {
  if (!works("/usr/bin/python3 -c 'import vtkmodules.vtkIOXML'")) GTEST_SKIP() << "python3-vtk9 is not installed (it takes 240 MB)";
  const Curve curve = awkwardCurve(Scalar::float64, 5);
  writeCurve(folder / "a.vtp", curve, kGraphOrigin);
  expectArraysOf(curve, json::parse(python(kReadVtpByVtk, folder / "a.vtp")));
}

// SWC

/// A reader of its own, as strict as those of programs for neurons: seven fields, numbers from 1, parents first.
constexpr const char* kReadSwc = R"(
import sys, json
rows = [line.split() for line in open(sys.argv[1]) if not line.startswith('#')]
for i, row in enumerate(rows):
    assert len(row) == 7 and int(row[0]) == i + 1 and row[1] == '0'
    assert int(row[6]) == -1 or 1 <= int(row[6]) < int(row[0])
print(json.dumps([[float(w) for w in row[2:6]] + [int(row[6])] for row in rows]))
)";

std::vector<NodeBody> bodiesOf(const std::vector<double>& radii) {
  std::vector<NodeBody> bodies;
  for (const double radius : radii) bodies.push_back({.radius = radius});
  return bodies;
}

TEST_F(WriteGraph, SwcHasEveryNodeOfEveryTreeBehindItsParent) {
  const Curve curve = twoTrees();
  const std::vector<double> spread = {0.25, 0.2, 0.2, 0.1, 0.5, 0.1, 0.1, 0};
  const auto warnings = writeCurve(folder / "a.swc", curve, kGraphOrigin, {}, {}, {.bodies = [&] { return bodiesOf(spread); }});
  EXPECT_EQ(warnings.size(), 1u);  // the lonely point
  const json rows = json::parse(python(kReadSwc, folder / "a.swc"));
  // From the thickest end, the lower branch last; the second tree from its lower end, as both are equal.
  const std::vector<uint32_t> order = {4, 2, 1, 0, 3, 5, 6};
  const std::vector<int> parents = {-1, 1, 2, 3, 2, -1, 6};
  ASSERT_EQ(rows.size(), order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_EQ(rows[i][size_t(k)].get<double>(), graphCoordinate(curve, order[i], k)) << i;
    EXPECT_EQ(rows[i][3].get<double>(), spread[order[i]]);
    EXPECT_EQ(rows[i][4], parents[i]);
  }
}

TEST_F(WriteGraph, NodesOfSwcThatNoPointBelongsToHaveRadiiOfTheBranchesAroundThem) {
  // A fork at (3, 0): a known node, two unknown ones, the fork, and two branches, of which one ends without any point.
  const std::vector<double> places = {0, 0, 1, 0, 2, 0, 3, 0, 5, 0, 3, 1, 3, 2, 9, 9, 9, 8};
  const Curve curve = makeCurve(PointArray::fromRows(places, 2), {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {5, 6}, {7, 8}});
  const auto radii = [&](const std::vector<double>& known) {
    writeCurve(folder / "a.swc", curve, {}, {}, {}, {.bodies = [&] { return bodiesOf(known); }});
    std::map<std::pair<double, double>, double> found;
    for (const json& row : json::parse(python(kReadSwc, folder / "a.swc"))) found[{row[0], row[1]}] = row[3];
    return found;
  };
  auto along = radii({1, 0, 0, 4, 6, 0, 0, 0, 0});
  EXPECT_DOUBLE_EQ((along[{1, 0}]), 2);
  EXPECT_DOUBLE_EQ((along[{2, 0}]), 3);
  EXPECT_DOUBLE_EQ((along[{3, 1}]), 4) << "what has no end takes the last known one";
  EXPECT_DOUBLE_EQ((along[{3, 2}]), 4);
  EXPECT_NEAR((along[{9, 9}]), 0.01 * 8 / 7, 1e-12) << "nothing is known of that part, and no program takes 0";
  auto across = radii({1, 0, 0, 0, 6, 0, 4, 0, 0});
  const double fork = (1.0 / 3 + 6.0 / 2 + 4.0 / 2) / (1.0 / 3 + 1.0 / 2 + 1.0 / 2);  // by 1 / length
  EXPECT_NEAR((across[{3, 0}]), fork, 1e-12);
  EXPECT_NEAR((across[{1, 0}]), 1 + (fork - 1) / 3, 1e-12);
  EXPECT_NEAR((across[{3, 1}]), (fork + 4) / 2, 1e-12);
}

TEST_F(WriteGraph, TheRootOfSwcIsChosenByNumberOrByPlace) {
  const Curve curve = twoTrees();
  const auto firstOf = [&](std::string_view root) {
    writeCurve(folder / "a.swc", curve, kGraphOrigin, {}, {}, {.swcRoot = swcRootFrom(root)});
    const json rows = json::parse(python(kReadSwc, folder / "a.swc"));
    EXPECT_EQ(rows.size(), 7u);
    return rows[0][0].get<double>();
  };
  EXPECT_EQ(firstOf("2"), graphCoordinate(curve, 2, 0));  // a junction may be one
  EXPECT_EQ(firstOf("500124,5601233.7,87"), graphCoordinate(curve, 4, 0));
  EXPECT_EQ(errorOf(curve, {.swcRoot = swcRootFrom("8")}), "there is no node 8: there are 8, from 0");
  EXPECT_EQ(errorOf(curve, {.swcRoot = swcRootFrom("7")}), "no edge touches node 7");
  EXPECT_EQ(errorOf(curve, {.swcRoot = swcRootFrom("1,2")}), "the place has 2 coordinates and the curve 3");
  for (const char* text : {"", "a", "1,", "1,b,2", "-1", "nan,0,0"})
    EXPECT_EQ(test::errorOf([&] { swcRootFrom(text); }).failed(), '"' + std::string(text) + "\" is no root");
}

TEST_F(WriteGraph, ACurveWithALoopIsNoSwcAndTheErrorSaysWhereItIs) {
  const std::string reason = errorOf(awkwardCurve(Scalar::float64, 2), {});
  EXPECT_TRUE(reason.starts_with("it has a loop, and SWC holds trees only; it is closed between node 2 at 500123.33")) << reason;
  EXPECT_NE(reason.find(" and node 3 at 500123 5601234.43"), std::string::npos) << reason;
  EXPECT_EQ(filesInFolder(), 0u);
}

/// Ascending.
std::vector<double> edgeLengths(const Polylines& lines) {
  std::vector<double> lengths;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::vector<double> line = lines.lines[i];
    if (lines.closed[i]) line.insert(line.end(), line.begin(), line.begin() + 3);
    for (size_t k = 3; k < line.size(); k += 3)
      lengths.push_back(std::hypot(line[k] - line[k - 3], line[k + 1] - line[k - 2], line[k + 2] - line[k - 1]));
  }
  std::ranges::sort(lengths);
  return lengths;
}

/// A ring of six nodes a unit apart, but for one gap that is twice as long, and a second ring on it.
Curve twoRings() {
  const double places[][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 1, 0}, {0, 1, 0}};
  PointArray nodes(Scalar::float64, 3, uint32_t(std::size(places)));
  for (uint32_t i = 0; i < nodes.size(); ++i)
    for (int k = 0; k < 3; ++k) nodes.setCoordinate(i, k, places[i][k]);
  return makeCurve(std::move(nodes), {{0, 1}, {0, 5}, {1, 2}, {1, 4}, {2, 3}, {3, 4}, {4, 5}});
}

TEST_F(WriteGraph, LoopsAreCutForSwcAtTheirLongestEdgesAndAWarningSaysWhere) {
  const Curve curve = twoRings();
  ASSERT_EQ(curve.loops, 2u);
  const auto warnings = writeCurve(folder / "a.swc", curve, {}, {}, {}, {.swcCutsLoops = true});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0],
            "SWC holds trees only: 2 loops cut between node 2 at 2 0 0 and node 3 at 2 2 0, between node 4 at 1 1 0 and node 5 at 0 1 0.");
  const json rows = json::parse(python(kReadSwc, folder / "a.swc"));
  EXPECT_EQ(rows.size(), 6u);
  EXPECT_EQ(std::ranges::count_if(rows, [](const json& row) { return row[4] == -1; }), 1) << "one tree";
  const std::string text = textOf("a.swc");
  EXPECT_NE(text.find("# cut "), text.npos);
  EXPECT_EQ(edgeLengths(readCurve(folder / "a.swc").polylines), edgeLengths(polylinesOf(curve, {}))) << "our reader joins them again";
}

TEST_F(WriteGraph, LoopsAreCutForSwcWhereFewestResamplesSupportThem) {
  const Curve curve = twoRings();
  NetworkSupport support;
  support.edgeSupport.assign(curve.edges.size(), 1);
  support.edgeSupport[0] = 0.4, support.edgeSupport[2] = 0.3;  // 0–1 and 1–2
  const auto warnings = writeCurve(folder / "a.swc", curve, {}, {}, {}, {.swcCutsLoops = true, .support = &support});
  const std::string expected = "2 loops cut between node 0 at 0 0 0 and node 1 at 1 0 0, between node 1 at 1 0 0 and node 2";
  EXPECT_TRUE(std::ranges::any_of(warnings, [&](const std::string& warning) { return warning.find(expected) != warning.npos; }));
}

TEST_F(WriteGraph, ATreeIsTheSameSwcWhereLoopsMayBeCut) {
  writeCurve(folder / "a.swc", twoTrees(), kGraphOrigin, {}, {}, {});
  writeCurve(folder / "b.swc", twoTrees(), kGraphOrigin, {}, {}, {.swcCutsLoops = true});
  EXPECT_EQ(textOf("a.swc"), textOf("b.swc"));
}

}  // namespace
}  // namespace arete
