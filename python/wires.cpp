// Spans of wires as columns, and how near points come to them.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "compute/core/asprs_classes.h"
#include "compute/core/error.h"
#include "compute/io/wire_files.h"
#include "compute/wires/clearance.h"
#include "compute/wires/find_spans.h"
#include "python/arrays.h"
#include "python/cloud.h"
#include "python/errors.h"
#include "python/lines.h"
#include "python/subjects.h"
#include "python/working.h"

namespace arete::python {

namespace {

template <class Of>
py::dict columnsOfWires(std::span<const WireColumn<Of>> columns, std::span<const Of> all) {
  py::dict made;
  for (const WireColumn<Of>& column : columns) {
    const std::string name(column.name);
    bool known = column.whole;
    std::vector<double> values;
    for (const Of& each : all) values.push_back(column.get(each)), known = known && std::isfinite(values.back());
    if (known) made[name.c_str()] = arrayOf(std::vector<int64_t>(values.begin(), values.end()));
    else made[name.c_str()] = arrayOf(std::move(values));
  }
  return made;
}

/// The numbers of a table of spans: a list for each column.
struct SpanTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;
  std::vector<Span> spans;  ///< with their curves, in file coordinates
};

SpanTable tableOfSpans(const py::dict& columns) {
  constexpr const char* kCannotTake = "cannot take these spans";
  SpanTable table;
  for (const auto& [name, values] : columns) {
    table.names.push_back(py::cast<std::string>(name));
    table.values.push_back(py::cast<std::vector<double>>(py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(values)));
    if (table.values.back().size() != table.values.front().size())
      throw Error(ErrorKind::badInput, kCannotTake, table.names.back(), "it has another length than " + table.names.front(),
                  "give columns of one table");
  }
  table.spans.resize(table.values.empty() ? 0 : table.values.front().size());
  for (const WireColumn<Span>& column : spanColumns()) {
    if (column.set == nullptr) continue;
    const auto at = std::ranges::find(table.names, column.name);
    if (at == table.names.end())
      throw Error(ErrorKind::badInput, kCannotTake, std::string(column.name), "this column is missing", "give what arete.wires() returned");
    const std::vector<double>& values = table.values[size_t(at - table.names.begin())];
    for (size_t i = 0; i < table.spans.size(); ++i) column.set(table.spans[i], values[i]);
  }
  for (size_t i = 0; i < table.spans.size(); ++i)
    if (!table.spans[i].curve.isSound())
      throw Error(ErrorKind::badInput, kCannotTake, "row " + std::to_string(i), "it is no curve of a wire", "give what arete.wires() returned");
  return table;
}

shared::Vector3 originOf(const PointCloud& cloud) { return {cloud.origin()[0], cloud.origin()[1], cloud.origin()[2]}; }

/// Columns of spans and of pylons, how many pieces are left out, and the coordinate system.
py::tuple spansOfWires(const SharedCloud& cloud, const SharedLines& lines, double reach, double shortest, double bundle, uint64_t seed, int threads,
                       const py::object& progress) {
  checkWireUnits(cloud->file.crs);
  const WireSpans wires = inBackground(progress, [&](Working& working) {
    CurveFile curve = lines->file;
    bringTo(cloud->file.crs, lines->name, curve);
    const auto device = makeCpuDevice(threads);
    const CurveEdges edges = edgesOf(curve.polylines, cloud->points().origin());
    return movedBy(
        findSpans(cloud->points().points(), edges, {reach, shortest, bundle, seed}, {*device, working.stop(), working.reporting("fitting spans")}),
        originOf(cloud->points()));
  });
  return py::make_tuple(columnsOfWires(spanColumns(), std::span(wires.spans)), columnsOfWires(pylonColumns(), std::span(wires.pylons)), wires.leftOut,
                        cloud->file.crs.definition);
}

/// Distances, spans (−1: none), places, and counts. `own`: below 0 by whether there are classes.
py::tuple clearanceOfWires(const SharedCloud& cloud, const py::dict& columns, double limit, double extraSag, double swing_degrees, double own,
                           double apart, const std::vector<int>& leftOut, int threads, const py::object& progress) {
  SpanTable table = tableOfSpans(columns);
  const PointCloud& points = cloud->points();
  checkWireUnits(cloud->file.crs);
  if (points.dimension() != 3)
    throw Error(ErrorKind::wrongUse, "cannot measure the clearance", "points", "they have " + std::to_string(points.dimension()) + " coordinates",
                "give points with x, y and z");
  const std::vector<uint8_t> classes = pointClasses(points);
  std::vector<uint8_t> left(kMostClasses, 0);
  for (const int each : leftOut)
    if (each >= 0 && each < kMostClasses) left[size_t(each)] = 1;
  const shared::Vector3 origin = originOf(points);
  for (Span& span : table.spans) span.curve = span.curve.moved(origin * -1);
  const ClearanceOptions options{limit, extraSag, swing_degrees * std::numbers::pi / 180,
                                 own >= 0          ? own
                                 : classes.empty() ? kOwnWithoutClasses
                                                   : 0,
                                 apart};
  LargeVector<double> distances(points.size());
  LargeVector<int64_t> spanOf(points.size());
  std::vector<DangerPlace> places;
  py::dict counts;
  uint64_t looked = 0, below = 0, ofOwn = 0;
  runWatched(progress, [&](Working& working) {
    const auto device = makeCpuDevice(threads);
    const StageContext context{*device, working.stop(), {}};
    const Bounds& b = points.bounds();
    Clearance clearance(table.spans, options, {{b.minimum[0], b.minimum[1], b.minimum[2]}, {b.maximum[0], b.maximum[1], b.maximum[2]}}, context);
    constexpr uint32_t kAtATime = 1 << 20;
    for (uint32_t begin = 0; begin < points.size(); begin += kAtATime) {
      const uint32_t end = std::min(points.size(), begin + kAtATime);
      const auto near = clearance.add({points.points(), begin, end, 0, classes, left}, context);
      for (uint32_t i = begin; i < end; ++i) {
        distances[i] = std::sqrt(near[i - begin].squared);
        spanOf[i] = near[i - begin].span == NearestWire::kNone ? -1 : int64_t(near[i - begin].span);
      }
      working.report(double(end) / points.size(), "measuring");
    }
    places = clearance.places(), looked = clearance.looked(), below = clearance.below(), ofOwn = clearance.own();
  });
  for (DangerPlace& place : places) place.place = place.place + origin;
  return py::make_tuple(arrayOf(std::move(distances)), arrayOf(std::move(spanOf)),
                        columnsOfWires(placeColumns(), std::span<const DangerPlace>(places)), looked, below, ofOwn);
}

/// A polyline of each span, (k, 3).
py::list smoothWires(const py::dict& columns, double off) {
  py::list lines;
  for (const Span& span : tableOfSpans(columns).spans) {
    std::vector<double> rows;
    for (const shared::Vector3& place : drawnSmooth(span.curve, off)) rows.insert(rows.end(), {place.x, place.y, place.z});
    const auto count = py::ssize_t(rows.size() / 3);
    lines.append(arrayOf(std::move(rows), {count, 3}));
  }
  return lines;
}

py::list writeSpans(const std::string& path, const py::dict& columns, const py::dict& pylons, const std::string& crs) {
  SpanTable table = tableOfSpans(columns);
  FeatureLayer layers[] = {spanLayer({table.spans, {}, 0}), pylonLayer({})};
  // The values as they are, also those that a curve does not tell.
  for (FeatureColumn& column : layers[0].columns) {
    const auto at = std::ranges::find(table.names, column.name);
    const auto c = size_t(&column - layers[0].columns.data());
    if (at == table.names.end()) continue;
    for (size_t i = 0; i < table.spans.size(); ++i) layers[0].features[i].values[c] = table.values[size_t(at - table.names.begin())][i];
  }
  std::vector<std::vector<double>> values;
  for (const FeatureColumn& column : layers[1].columns)
    values.push_back(
        py::cast<std::vector<double>>(py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(pylons[column.name.c_str()])));
  for (size_t i = 0; i < values.front().size(); ++i) {
    Feature& feature = layers[1].features.emplace_back();
    for (const std::vector<double>& column : values) feature.values.push_back(column.at(i));
    feature.places = {feature.values[1], feature.values[2], feature.values[3]};
  }
  return textsOf(writeFeatures(path, layers, {crs}));
}

/// Columns and the coordinate system, of a file.
py::tuple readSpanColumns(const std::string& path) {
  Crs crs;
  readSpans(path, crs);  // refuses what is no table of spans
  const FeatureTable table = readFeatureTable(path, kSpanLayer);
  py::dict columns;
  for (size_t c = 0; c < table.names.size(); ++c) {
    const auto known = std::ranges::find(spanColumns(), table.names[c], &WireColumn<Span>::name);
    std::vector<double> values;
    for (const std::vector<double>& row : table.rows) values.push_back(row[c]);
    if (known != spanColumns().end() && known->whole) columns[table.names[c].c_str()] = arrayOf(std::vector<int64_t>(values.begin(), values.end()));
    else columns[table.names[c].c_str()] = arrayOf(std::move(values));
  }
  return py::make_tuple(columns, crs.definition);
}

}  // namespace

void addWires(py::module_& module) {
  module.def("spans", &spansOfWires);
  module.def("clearance", &clearanceOfWires);
  module.def("smooth_wires", &smoothWires);
  module.def("write_spans", &writeSpans);
  module.def("read_spans", &readSpanColumns);
}

}  // namespace arete::python
