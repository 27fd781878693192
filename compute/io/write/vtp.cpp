// VTP of a curve: PolyData of the VTK library in XML, for ParaView. Every chosen point is a point, every polyline a line; points without an edge are
// vertices. Text, so that it can be read and compared by eye. Values of cells stand in VTK's order: vertices before lines.
// In space points have the radius of their body: ParaView's Tube filter takes it.
// Where it is known how sure the curve is, points have their spread, the least support of their edges and, at junctions, their confidence.
// Source: "VTK File Formats", the VTK User's Guide.
#include <algorithm>

#include "compute/core/coordinate_names.h"
#include "compute/io/write/curve_graph.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

namespace {

constexpr int kPlaces = 3;  // VTK's points have three coordinates; further ones are values of points

class VtpWriter {
 public:
  explicit VtpWriter(TextFile& file) : file_(file) {}

  /// `body` puts the numbers, one a line or some.
  template <class F>
  void array(std::string_view type, std::string_view name, F&& body, int components = 1) {
    file_.put("<DataArray type=\"", type, "\" Name=\"", name, "\" NumberOfComponents=\"", components, "\" format=\"ascii\">\n");
    body();
    file_.put("</DataArray>\n");
  }
  /// VTK has no word for "none".
  int64_t orMinusOne(uint32_t component) const { return component == write::CurveGraph::kNone ? -1 : int64_t(component); }

 private:
  TextFile& file_;
};

void points(const CurveInput& input, TextFile& file) {
  file.put("<Points>\n");
  VtpWriter(file).array(
      "Float64", "Points",
      [&] {
        for (uint32_t node = 0; node < input.curve.nodes.size(); ++node)
          for (int k = 0; k < kPlaces; ++k) file.put(input.written(node, k), k + 1 < kPlaces ? ' ' : '\n');
      },
      kPlaces);
  file.put("</Points>\n");
}

/// For each node, the least support of its edges; 0 without any.
std::vector<double> supportOfNodes(const CurveInput& input) {
  std::vector<double> least(input.curve.nodes.size(), -1);
  for (size_t e = 0; e < input.curve.edges.size(); ++e)
    for (const uint32_t node : {input.curve.edges[e].a, input.curve.edges[e].b})
      least[node] = least[node] < 0 ? input.support()->edgeSupport[e] : std::min(least[node], input.support()->edgeSupport[e]);
  for (double& each : least) each = std::max(each, 0.0);
  return least;
}

void pointData(const CurveInput& input, const write::CurveGraph& graph, TextFile& file) {
  VtpWriter vtp(file);
  const uint32_t nodes = input.curve.nodes.size();
  file.put("<PointData>\n");
  vtp.array("Int32", "degree", [&] {
    for (uint32_t node = 0; node < nodes; ++node) file.put(graph.degree[node], '\n');
  });
  vtp.array("Int32", "component", [&] {
    for (uint32_t node = 0; node < nodes; ++node) file.put(vtp.orMinusOne(graph.component[node]), '\n');
  });
  for (int k = kPlaces; k < input.dimension(); ++k)
    vtp.array("Float64", kCoordinateNames[size_t(k)], [&] {
      for (uint32_t node = 0; node < nodes; ++node) file.put(input.written(node, k), '\n');
    });
  if (!input.bodies.empty())
    for (const write::BodyColumn& column : write::kBodyColumns)
      vtp.array("Float64", column.name, [&] {
        for (const NodeBody& body : input.bodies) file.put(body.*column.value, '\n');
      });
  if (const NetworkSupport* support = input.support()) {
    vtp.array("Float64", "spread", [&] {
      for (uint32_t node = 0; node < nodes; ++node) file.put(support->nodeSpread[node], '\n');
    });
    vtp.array("Float64", "confidence", [&] {  // -1 where a node is no junction
      for (uint32_t node = 0; node < nodes; ++node) file.put(support->confidenceOf(node), '\n');
    });
    vtp.array("Float64", "support", [&] {
      for (const double each : supportOfNodes(input)) file.put(each, '\n');
    });
  }
  file.put("</PointData>\n");
}

/// Of vertices, then of lines.
void cellData(const CurveInput& input, const write::CurveGraph& graph, size_t loose, TextFile& file) {
  VtpWriter vtp(file);
  const auto cells = [&](std::string_view type, std::string_view name, auto ofVertices, auto&& ofLine) {
    vtp.array(type, name, [&] {
      for (size_t i = 0; i < loose; ++i) file.put(ofVertices, '\n');
      for (size_t p = 0; p < input.curve.polylines.size(); ++p) file.put(ofLine(p), '\n');
    });
  };
  const auto& lines = input.curve.polylines;
  file.put("<CellData>\n");
  cells("Int64", "polyline", -1, [](size_t p) { return p; });
  cells("Int32", "component", -1, [&](size_t p) { return graph.component[lines[p].nodes.front()]; });
  cells("Int32", "closed", 0, [&](size_t p) { return int(lines[p].closed); });
  cells("Float64", "length", 0, [&](size_t p) { return write::lengthOf(input, lines[p]); });
  if (!input.bodies.empty()) cells("Float64", "mean_radius", 0, [&](size_t p) { return write::radiusOf(input, lines[p]); });
  if (input.support() != nullptr)
    for (const write::SupportColumn& column : write::kSupportColumns)
      cells("Float64", column.name, 0, [&](size_t p) { return write::supportOf(input, lines[p]).*column.value; });
  file.put("</CellData>\n");
}

void vertices(std::span<const uint32_t> loose, TextFile& file) {
  VtpWriter vtp(file);
  file.put("<Verts>\n");
  vtp.array("Int64", "connectivity", [&] {
    for (const uint32_t node : loose) file.put(node, '\n');
  });
  vtp.array("Int64", "offsets", [&] {
    for (size_t i = 1; i <= loose.size(); ++i) file.put(i, '\n');
  });
  file.put("</Verts>\n");
}

void lines(const Curve& curve, TextFile& file) {
  VtpWriter vtp(file);
  file.put("<Lines>\n");
  vtp.array("Int64", "connectivity", [&] {
    for (const Polyline& line : curve.polylines) {
      for (size_t i = 0; i < line.nodes.size(); ++i) file.put(i == 0 ? "" : " ", line.nodes[i]);
      if (line.closed) file.put(' ', line.nodes.front());
      file.put('\n');
    }
  });
  vtp.array("Int64", "offsets", [&] {
    size_t end = 0;
    for (const Polyline& line : curve.polylines) file.put(end += line.nodes.size() + line.closed, '\n');
  });
  file.put("</Lines>\n");
}

}  // namespace

void write::vtpCurve(const CurveInput& input, TextFile& file) {
  const CurveGraph graph(input.curve);
  const std::vector<uint32_t> loose = loosePoints(input.curve);
  file.put("<?xml version=\"1.0\"?>\n<!-- arete " ARETE_VERSION
           ", curve; units as in the cloud's file -->\n"
           "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"",
           input.curve.nodes.size(), "\" NumberOfVerts=\"", loose.size(), "\" NumberOfLines=\"", input.curve.polylines.size(),
           "\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n");
  points(input, file);
  pointData(input, graph, file);
  cellData(input, graph, loose.size(), file);
  vertices(loose, file);
  lines(input.curve, file);
  file.put("</Piece>\n</PolyData>\n</VTKFile>\n");
}

}  // namespace arete
