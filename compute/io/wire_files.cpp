#include "compute/io/wire_files.h"

#include <algorithm>
#include <cmath>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"

namespace arete {

using shared::Vector3;

namespace {

constexpr double kDrawnOff = 0.01;  // metres
constexpr const char* kNames[] = {"line", "bay", "circuit", "position", "conductor"};

template <class Of>
std::vector<FeatureColumn> columnsOf(std::span<const WireColumn<Of>> columns) {
  std::vector<FeatureColumn> made;
  for (const WireColumn<Of>& column : columns) made.push_back({std::string(column.name), column.whole});
  return made;
}

template <class Of>
std::vector<double> valuesOf(std::span<const WireColumn<Of>> columns, const Of& of) {
  std::vector<double> values;
  for (const WireColumn<Of>& column : columns) values.push_back(column.get(of));
  return values;
}

std::vector<double> lineOf(const Catenary& curve) {
  std::vector<double> places;
  for (const Vector3& place : drawnSmooth(curve, kDrawnOff)) places.insert(places.end(), {place.x, place.y, place.z});
  return places;
}

void addNames(const Span& span, std::vector<double>& values) {
  values.insert(values.end(), {double(span.line), double(span.bay), double(span.circuit), double(span.position), double(span.conductor)});
}

}  // namespace

FeatureLayer spanLayer(const WireSpans& wires) {
  FeatureLayer layer{kSpanLayer, "Spans of wires, with their catenaries", true, columnsOf(spanColumns()), {}};
  for (const Span& span : wires.spans) layer.features.push_back({lineOf(span.curve), valuesOf(spanColumns(), span)});
  return layer;
}

FeatureLayer pylonLayer(const WireSpans& wires) {
  FeatureLayer layer{"pylons", "Where spans meet", false, columnsOf(pylonColumns()), {}};
  for (const Pylon& pylon : wires.pylons) layer.features.push_back({{pylon.place.x, pylon.place.y, pylon.place.z}, valuesOf(pylonColumns(), pylon)});
  return layer;
}

FeatureLayer placeLayer(std::span<const DangerPlace> places, std::span<const Span> spans) {
  FeatureLayer layer{"places", "Places where points are too near to a wire: the nearest point of each", false, columnsOf(placeColumns()), {}};
  for (const char* name : kNames) layer.columns.push_back({name, true});
  for (const DangerPlace& place : places) {
    Feature& feature = layer.features.emplace_back(Feature{{place.place.x, place.place.y, place.place.z}, valuesOf(placeColumns(), place)});
    addNames(spans[place.span], feature.values);
  }
  return layer;
}

FeatureLayer curveLayer(std::span<const Catenary> curves, std::span<const Span> spans) {
  FeatureLayer layer{"wires", "Wires as they were measured", true, {{"sag", false}}, {}};
  for (const char* name : kNames) layer.columns.push_back({name, true});
  for (size_t i = 0; i < curves.size(); ++i) {
    Feature& feature = layer.features.emplace_back(Feature{lineOf(curves[i]), {curves[i].sag()}});
    addNames(spans[i], feature.values);
  }
  return layer;
}

std::vector<Span> readSpans(const std::filesystem::path& path, Crs& crs) {
  constexpr const char* kCannotRead = "cannot read the spans";
  const FeatureTable table = readFeatureTable(path, kSpanLayer);
  crs = table.crs;
  std::vector<Span> spans(table.rows.size());
  for (const WireColumn<Span>& column : spanColumns()) {
    if (column.set == nullptr) continue;
    const auto at = std::ranges::find(table.names, column.name);
    if (at == table.names.end())
      throw Error(ErrorKind::badInput, kCannotRead, path.string(), "it has no column '" + std::string(column.name) + "'",
                  "give the spans of wires, as .gpkg or .csv");
    for (size_t i = 0; i < spans.size(); ++i) {
      const double value = table.rows[i][size_t(at - table.names.begin())];
      if (!std::isfinite(value))
        throw Error(ErrorKind::badInput, kCannotRead, path.string() + ", row " + std::to_string(i + 1),
                    "'" + std::string(column.name) + "' is missing", "write the spans again");
      column.set(spans[i], value);
    }
  }
  for (size_t i = 0; i < spans.size(); ++i)
    if (!spans[i].curve.isSound())
      throw Error(ErrorKind::badInput, kCannotRead, path.string() + ", row " + std::to_string(i + 1), "it is no curve of a wire",
                  "write the spans again");
  if (spans.empty()) throw Error(ErrorKind::badInput, kCannotRead, path.string(), "it holds none", "give the spans of the wires");
  return spans;
}

std::string checkWireUnits(const Crs& crs) {
  if (!crs.known() || !projMissing().empty()) return {};
  const CrsAbout about = aboutCrs(crs);
  if (about.degrees)
    throw Error(ErrorKind::wrongUse, "cannot measure wires", about.name, "x and y are degrees, and lengths of wires are metres",
                "convert the cloud to metres first");
  return about.metres > 0 && about.metres != 1 ? "x and y are in " + about.unit + ": lengths that are given are taken as such" : "";
}

}  // namespace arete
