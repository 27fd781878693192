// GeoPackage of a curve: the layer "lines" has a LINESTRING per polyline, the layer "nodes" a POINT per chosen point, both with the numbers that the
// other formats give; where it is known how sure the curve is, also a layer "edges" with a LINESTRING per edge. The database is made in memory and
// goes out as a file like any other; a curve is small beside its cloud.
#include <cmath>

#include "compute/io/geopackage/schema.h"
#include "compute/io/write/curve_graph.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

namespace {

constexpr int kMostAxes = 3;

class CurveLayers {
 public:
  CurveLayers(const CurveInput& input, SqliteDatabase& database)
      : input_(input),
        database_(database),
        graph_(input.curve),
        axes_(write::axesWritten(input, kMostAxes)),
        srs_(geopackage::listCrs(database, input.options.crs)) {}

  void lines() {
    const std::string table =
        "CREATE TABLE lines (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom LINESTRING, polyline INTEGER, component INTEGER, from_node "
        "INTEGER, to_node INTEGER, nodes INTEGER, closed BOOLEAN, length DOUBLE" +
        whereThick(", radius DOUBLE") + where(", support DOUBLE, support_least DOUBLE, spread_most DOUBLE") + ')';
    database_.execute(table.c_str());
    SqliteStatement insert = database_.prepare("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?" + whereThick(", ?") + where(", ?, ?, ?") + ')');
    geopackage::Extent extent;
    std::vector<double> places;
    for (size_t p = 0; p < input_.curve.polylines.size(); ++p) {
      const Polyline& line = input_.curve.polylines[p];
      places.clear();
      for (const uint32_t node : line.nodes) append(node, places);
      if (line.closed) append(line.nodes.front(), places);
      for (size_t i = 0; i < places.size(); i += size_t(axes_)) extent.add(places[i], places[i + 1]);
      insert.bind(1, int64_t(p) + 1).bind(2, std::span<const std::byte>(geometry_.line(places, axes_, srs_)));
      insert.bind(3, int64_t(p)).bind(4, int64_t(graph_.component[line.nodes.front()])).bind(5, int64_t(line.nodes.front()));
      insert.bind(6, int64_t(line.closed ? line.nodes.front() : line.nodes.back())).bind(7, int64_t(line.nodes.size()));
      insert.bind(8, int64_t(line.closed)).bind(9, write::lengthOf(input_, line));
      int place = 9;
      if (!input_.bodies.empty()) insert.bind(++place, write::radiusOf(input_, line));
      if (input_.support() != nullptr) {
        const write::PolylineSupport support = write::supportOf(input_, line);
        for (const write::SupportColumn& column : write::kSupportColumns) insert.bind(++place, support.*column.value);
      }
      insert.run();
    }
    listLayer(database_, {geopackage::kLines, "Polylines of the curve", "LINESTRING", axes_ == kMostAxes, srs_}, extent);
  }

  void nodes() {
    const std::string table =
        "CREATE TABLE nodes (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT, node INTEGER, component INTEGER, degree INTEGER" +
        bodyColumns(" DOUBLE") + where(", spread DOUBLE, confidence DOUBLE") + ')';
    database_.execute(table.c_str());
    SqliteStatement insert = database_.prepare("INSERT INTO nodes VALUES (?, ?, ?, ?, ?" + bodyColumns() + where(", ?, ?") + ')');
    geopackage::Extent extent;
    std::vector<double> place;
    for (uint32_t node = 0; node < input_.curve.nodes.size(); ++node) {
      place.clear();
      append(node, place);
      extent.add(place[0], place[1]);
      insert.bind(1, int64_t(node) + 1).bind(2, std::span<const std::byte>(geometry_.point(place, srs_))).bind(3, int64_t(node));
      if (graph_.component[node] == write::CurveGraph::kNone) insert.bindNull(4);
      else insert.bind(4, int64_t(graph_.component[node]));
      insert.bind(5, int64_t(graph_.degree[node]));
      int column = 5;
      for (const write::BodyColumn& each : write::kBodyColumns)
        if (!input_.bodies.empty()) insert.bind(++column, input_.bodies[node].*each.value);
      if (const NetworkSupport* support = input_.support()) {
        insert.bind(++column, support->nodeSpread[node]);
        if (const double confidence = support->confidenceOf(node); confidence >= 0) insert.bind(++column, confidence);
        else insert.bindNull(++column);  // no junction
      }
      insert.run();
    }
    listLayer(database_, {"nodes", "Chosen points: ends, junctions and those between", "POINT", axes_ == kMostAxes, srs_}, extent);
  }

  /// Where it is known how sure they are: programs of maps draw a line in one style.
  void edges() {
    database_.execute(
        "CREATE TABLE edges (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom LINESTRING, edge INTEGER, component INTEGER, from_node INTEGER, "
        "to_node INTEGER, length DOUBLE, support DOUBLE, spread DOUBLE)");
    SqliteStatement insert = database_.prepare("INSERT INTO edges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    geopackage::Extent extent;
    std::vector<double> places;
    for (size_t e = 0; e < input_.curve.edges.size(); ++e) {
      const Edge& edge = input_.curve.edges[e];
      places.clear();
      for (const uint32_t node : {edge.a, edge.b}) append(node, places);
      for (size_t i = 0; i < places.size(); i += size_t(axes_)) extent.add(places[i], places[i + 1]);
      insert.bind(1, int64_t(e) + 1).bind(2, std::span<const std::byte>(geometry_.line(places, axes_, srs_))).bind(3, int64_t(e));
      insert.bind(4, int64_t(graph_.component[edge.a])).bind(5, int64_t(edge.a)).bind(6, int64_t(edge.b));
      insert.bind(7, std::sqrt(write::squaredLength(input_, edge))).bind(8, input_.support()->edgeSupport[e]);
      insert.bind(9, input_.support()->edgeSpread[e]).run();
    }
    listLayer(database_, {geopackage::kEdges, "Edges of the lines, with how sure each is", "LINESTRING", axes_ == kMostAxes, srs_}, extent);
  }

 private:
  /// Columns that there are where it is known how sure the curve is.
  std::string where(const char* columns) const { return input_.support() == nullptr ? "" : columns; }
  /// Columns that there are where the radii of nodes are known.
  std::string whereThick(const char* columns) const { return input_.bodies.empty() ? "" : columns; }
  /// ", radius DOUBLE, …" with a type, ", ?, …" without.
  std::string bodyColumns(const char* type = nullptr) const {
    std::string columns;
    for (const write::BodyColumn& each : write::kBodyColumns) columns += type ? std::string(", ") + each.name + type : ", ?";
    return whereThick(columns.c_str());
  }
  void append(uint32_t node, std::vector<double>& places) const {
    for (int k = 0; k < axes_; ++k) places.push_back(input_.written(node, k));
  }

  const CurveInput& input_;
  SqliteDatabase& database_;
  const write::CurveGraph graph_;
  const int axes_;
  const int64_t srs_;
  geopackage::Geometry geometry_;
};

}  // namespace

void write::checkGeopackage(const CurveOptions&, std::string_view) {}

void write::geopackageCurve(const CurveInput& input, TextFile& file) {
  SqliteDatabase database("cannot write the GeoPackage", file.target().string());
  database.execute("BEGIN");
  geopackage::makeTables(database);
  CurveLayers layers(input, database);
  layers.lines();
  layers.nodes();
  if (input.support() != nullptr) layers.edges();
  database.execute("COMMIT");
  database.useBytes([&](std::span<const std::byte> bytes) { file.write(bytes); });
}

}  // namespace arete
