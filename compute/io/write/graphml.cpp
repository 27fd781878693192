// GraphML of a curve: nodes are its ends and junctions and chosen points without an edge, edges the lines between them, with their length and, as
// well-known text, every point on the way: what NetworkX, OSMnx, igraph and Gephi understand. A closed line is an edge from its first node to itself.
// In space nodes have the radius of their body, and lines the mean and that of each of their points.
// Where it is known how sure the curve is, nodes have their spread, junctions their confidence, and lines the support of all of their edges.
// Source: U. Brandes et al., "GraphML Progress Report" (2002), with its extension for attributes.
#include "compute/core/coordinate_names.h"
#include "compute/io/write/curve_graph.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

namespace {

constexpr std::string_view kStart =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
    "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.1/graphml.xsd\">\n"
    "<!-- arete " ARETE_VERSION " -->\n";

/// Keys are named by what they are, so that a file can be read by eye.
void keys(const CurveInput& input, TextFile& file) {
  const auto key = [&](std::string_view holder, std::string_view name, std::string_view type) {
    file.put("<key id=\"", holder, '_', name, "\" for=\"", holder, "\" attr.name=\"", name, "\" attr.type=\"", type, "\"/>\n");
  };
  if (input.options.crs.known()) key("graph", "crs", "string");
  for (int k = 0; k < input.dimension(); ++k) key("node", kCoordinateNames[size_t(k)], "double");
  key("node", "degree", "int");
  key("node", "component", "int");
  if (!input.bodies.empty()) {
    for (const write::BodyColumn& column : write::kBodyColumns) key("node", column.name, "double");
    key("edge", "radius", "double");
    key("edge", "radii", "string");
  }
  if (input.support() != nullptr) {
    for (const char* name : {"spread", "confidence"}) key("node", name, "double");
    for (const write::SupportColumn& column : write::kSupportColumns) key("edge", column.name, "double");
    key("edge", "supports", "string");
  }
  key("edge", "length", "double");
  key("edge", "closed", "boolean");
  key("edge", "component", "int");
  key("edge", "nodes", "string");
  key("edge", "geometry", "string");
}

void node(const CurveInput& input, const write::CurveGraph& graph, uint32_t node, TextFile& file) {
  file.put("<node id=\"", node, "\">");
  for (int k = 0; k < input.dimension(); ++k) file.put("<data key=\"node_", kCoordinateNames[size_t(k)], "\">", input.written(node, k), "</data>");
  file.put("<data key=\"node_degree\">", graph.degree[node], "</data>");
  if (graph.component[node] != write::CurveGraph::kNone) file.put("<data key=\"node_component\">", graph.component[node], "</data>");
  if (!input.bodies.empty())
    for (const write::BodyColumn& column : write::kBodyColumns)
      file.put("<data key=\"node_", column.name, "\">", input.bodies[node].*column.value, "</data>");
  if (const NetworkSupport* support = input.support()) {
    file.put("<data key=\"node_spread\">", support->nodeSpread[node], "</data>");
    if (const double confidence = support->confidenceOf(node); confidence >= 0) file.put("<data key=\"node_confidence\">", confidence, "</data>");
  }
  file.put("</node>\n");
}

/// Well-known text has two or three axes.
void geometry(const CurveInput& input, const Polyline& polyline, TextFile& file) {
  const int axes = write::axesWritten(input, 3);
  file.put(axes == 3 ? "LINESTRING Z (" : "LINESTRING (");
  const auto place = [&](uint32_t node, const char* before) {
    for (int k = 0; k < axes; ++k) file.put(k == 0 ? before : " ", input.written(node, k));
  };
  for (size_t i = 0; i < polyline.nodes.size(); ++i) place(polyline.nodes[i], i == 0 ? "" : ", ");
  if (polyline.closed) place(polyline.nodes.front(), ", ");
  file.put(')');
}

/// The support of the line, then that of its edges in the order of its nodes.
void putSupportData(const CurveInput& input, const Polyline& polyline, TextFile& file) {
  const write::PolylineSupport whole = write::supportOf(input, polyline);
  for (const write::SupportColumn& column : write::kSupportColumns) file.put("<data key=\"edge_", column.name, "\">", whole.*column.value, "</data>");
  file.put("<data key=\"edge_supports\">");
  for (size_t i = 0; i < polyline.nodes.size(); ++i)
    if (const auto edge = write::edgeAfter(input.curve, polyline, i)) file.put(i == 0 ? "" : " ", input.support()->edgeSupport[*edge]);
  file.put("</data>");
}

/// The mean radius of the line, then that of each of its points.
void putRadii(const CurveInput& input, const Polyline& polyline, TextFile& file) {
  file.put("<data key=\"edge_radius\">", write::radiusOf(input, polyline), "</data><data key=\"edge_radii\">");
  for (size_t i = 0; i < polyline.nodes.size(); ++i) file.put(i == 0 ? "" : " ", input.bodies[polyline.nodes[i]].radius);
  file.put("</data>");
}

void edge(const CurveInput& input, const write::CurveGraph& graph, size_t number, TextFile& file) {
  const Polyline& polyline = input.curve.polylines[number];
  const uint32_t from = polyline.nodes.front(), to = polyline.closed ? from : polyline.nodes.back();
  file.put("<edge id=\"", number, "\" source=\"", from, "\" target=\"", to, "\"><data key=\"edge_length\">", write::lengthOf(input, polyline),
           "</data><data key=\"edge_closed\">", polyline.closed ? "true" : "false", "</data><data key=\"edge_component\">", graph.component[from],
           "</data><data key=\"edge_nodes\">");
  for (size_t i = 0; i < polyline.nodes.size(); ++i) file.put(i == 0 ? "" : " ", polyline.nodes[i]);
  file.put("</data><data key=\"edge_geometry\">");
  geometry(input, polyline, file);
  file.put("</data>");
  if (!input.bodies.empty()) putRadii(input, polyline, file);
  if (input.support() != nullptr) putSupportData(input, polyline, file);
  file.put("</edge>\n");
}

}  // namespace

void write::graphmlCurve(const CurveInput& input, TextFile& file) {
  const CurveGraph graph(input.curve);
  std::vector<bool> is(input.curve.nodes.size());
  for (uint32_t i = 0; i < is.size(); ++i) is[i] = graph.degree[i] != 2;
  for (const Polyline& polyline : input.curve.polylines) is[polyline.nodes.front()] = true;  // of closed ones: all of degree 2
  file.put(kStart);
  keys(input, file);
  file.put("<graph id=\"curve\" edgedefault=\"undirected\">\n");
  if (input.options.crs.known()) file.put("<data key=\"graph_crs\">", xmlText(input.options.crs.definition), "</data>\n");
  for (uint32_t i = 0; i < is.size(); ++i)
    if (is[i]) node(input, graph, i, file);
  for (size_t p = 0; p < input.curve.polylines.size(); ++p) edge(input, graph, p, file);
  file.put("</graph>\n</graphml>\n");
}

std::string write::xmlText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') escaped += "&amp;";
    else if (c == '<') escaped += "&lt;";
    else if (c == '>') escaped += "&gt;";
    else escaped += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? ' ' : c;  // XML has no other control characters
  }
  return escaped;
}

}  // namespace arete
