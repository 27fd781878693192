// What a curve explains of its cloud, and which R1: points along a curve, and detections over a ladder of radii.
#include <cmath>
#include <limits>

#include "app/cli/measure.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/radius_sweep.h"
#include "compute/engine/run_job.h"
#include "compute/experiments/plot.h"
#include "compute/experiments/sweep_table.h"
#include "compute/measures/explanation/explanation.h"
#include "python/arrays.h"
#include "python/detection.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/lines.h"
#include "python/packing.h"
#include "python/subjects.h"
#include "python/tables.h"
#include "python/working.h"

namespace arete::python {

namespace {

/// The points of a cloud along a curve.
struct Projection {
  CurveEdges edges;
  CurvePlaces places;
  Explanation explanation;
};
using SharedProjection = std::shared_ptr<Projection>;

/// `reach`: 0 for none.
SharedProjection projected(const SharedCloud& cloud, const SharedLines& lines, double reach, int threads, const py::object& progress) {
  return inBackground(progress, [&](Working& working) {
    CurveFile curve = lines->file;
    bringTo(cloud->file.crs, lines->name, curve);
    const auto made = std::make_shared<Projection>();
    made->edges = edgesOf(curve.polylines, cloud->points().origin());
    if (made->edges.edges.empty()) throw Error(ErrorKind::badInput, "cannot project on this curve", lines->name, "there is no edge in it");
    const auto device = makeCpuDevice(threads);
    made->places = project(cloud->points().points(), made->edges, {*device, working.stop(), working.reporting("projecting")});
    made->explanation = explain(made->edges, made->places, reach > 0 ? reach : std::numeric_limits<double>::infinity());
    return made;
  });
}

template <class T, class Value>
py::array ofPlaces(const SharedProjection& all, const Value& valueOf) {
  LargeVector<T> values(all->places.size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = T(valueOf(all->places[i], all->edges.edges[all->places[i].edge]));
  return arrayOf(std::move(values));
}

py::dict ofPoints(const SharedProjection& all) {
  py::dict columns;
  columns["distance"] = ofPlaces<double>(all, [](const CurvePlace& place, const CurveEdge&) { return place.distance(); });
  if (all->edges.dimension == 2) columns["offset"] = ofPlaces<double>(all, [](const CurvePlace& place, const CurveEdge&) { return place.offset; });
  columns["arc_length"] = ofPlaces<double>(all, [](const CurvePlace& place, const CurveEdge& edge) { return arcLength(place, edge); });
  columns["path"] = ofPlaces<uint32_t>(all, [](const CurvePlace&, const CurveEdge& edge) { return edge.path; });
  columns["component"] = ofPlaces<uint32_t>(all, [&](const CurvePlace&, const CurveEdge& edge) { return all->edges.paths[edge.path].component; });
  return columns;
}

py::dict shareOf(const ExplainedShare& share) {
  py::dict values;
  values["points"] = share.points;
  values["beyond"] = share.beyond;
  values["share_beyond"] = share.share();
  return values;
}

py::list byComponent(const SharedProjection& all) {
  py::list list;
  for (const ExplainedShare& each : all->explanation.components) list.append(shareOf(each));
  return list;
}

py::list paths(const SharedProjection& all) {
  py::list list;
  for (const CurvePath& path : all->edges.paths) {
    py::dict row;
    row["component"] = path.component;
    row["closed"] = path.closed;
    row["length"] = path.length;
    list.append(row);
  }
  return list;
}

/// A row for each piece of a path. `step`: 0 for 200 pieces of the longest path.
py::dict profile(const SharedProjection& all, double step) {
  constexpr double kBins = 200;
  double longest = 0;
  for (const CurvePath& path : all->edges.paths) longest = std::max(longest, path.length);
  const std::vector<PathProfile> found = profilesOf(all->edges, all->places, all->explanation.reach,
                                                    step > 0      ? step
                                                    : longest > 0 ? longest / kBins
                                                                  : 1);
  std::vector<double> path, from, to, points, density, offset, width;
  for (const PathProfile& each : found)
    for (const ProfileBin& bin : each.bins) {
      path.push_back(each.path), from.push_back(bin.from), to.push_back(bin.to), points.push_back(double(bin.points));
      density.push_back(bin.density), offset.push_back(bin.offset), width.push_back(bin.width);
    }
  py::dict columns;
  columns["path"] = arrayOf(std::move(path));
  columns["from"] = arrayOf(std::move(from));
  columns["to"] = arrayOf(std::move(to));
  columns["points"] = arrayOf(std::move(points));
  columns["density"] = arrayOf(std::move(density));
  if (all->edges.dimension == 2) columns["offset"] = arrayOf(std::move(offset));
  columns["width"] = arrayOf(std::move(width));
  return columns;
}

/// Where they depend on R1, the job gets what the cloud suggests if it has none.
std::vector<double> ladder(const PointCloud& cloud, Job& job, const LadderWish& wish, Working& working) {
  if (!wish.needsR1() && wish.from > wish.to)
    throw Error(ErrorKind::wrongUse, "there is no radius between these", "from_", "'to' is smaller", "exchange them");
  if (wish.needsR1()) {
    suggestIfUnset(cloud, job, working.stop(), working.reporting("finding R1"));
    checkJob(job);
  }
  return radiiToSweep(cloud, job, wish, working.stop());
}

/// `truth` may be null; low, high and steps 0.
py::tuple sweep(const SharedCloud& cloud, const Arguments& arguments, double low, double high, int steps, const SharedLines& truth,
                const py::object& progress) {
  std::vector<std::string> said;
  const auto cpuTakesOver = [&](const Error& error) { said.push_back(cli::cpuTakesOverText(error)); };
  const auto leftOut = [&](double r1, const Error& reason) { said.push_back("R1 " + cli::shortNumber(r1) + " is left out: " + reason.what()); };
  const std::vector<SweepPoint> points = inBackground(progress, [&](Working& working) {
    Job job = jobFrom(arguments);
    job.filter = cloud->filter;
    CurveFile reference = truth ? truth->file : CurveFile{};
    if (truth) bringTo(cloud->file.crs, truth->name, reference);
    if (truth && (reference.polylines.empty() || reference.polylines.dimension != cloud->points().dimension()))
      throw Error(ErrorKind::wrongUse, "cannot compare with this reference", truth->name, "it is no curve of as many coordinates as the cloud",
                  "give the curve of this cloud");
    const std::vector<double> radii = ladder(cloud->points(), job, {low, high, steps}, working);
    const auto told = [&](const auto& made) { working.report(double(made.size()) / double(radii.size()), "sweeping"); };
    std::vector<SweepPoint> swept;
    orOnCpu(job, cpuTakesOver, [&](const Job& wanted, Backend&) {
      const auto device = makeDevice(wanted);
      swept = radiusSweep({cloud->points(), wanted, radii, truth ? &reference.polylines : nullptr, leftOut}, *device, working.stop(), told);
    });
    return swept;
  });
  const ResultTable table = tableOf(points);
  py::list ends;
  for (const SweepPoint& each : points) ends.append(std::make_shared<Detection>(Detection{each.frame, cloud}));
  return py::make_tuple(columnsOf(table), unitsOf(table), ends, textOf(svgOf(table, plotsOf(table))), textsOf(said));
}

}  // namespace

template <class All>
void partsOf(All& all, Either<CurveEdge> auto& edge) {
  all(edge.a, edge.b, edge.path, edge.backwards, edge.start, edge.length);
}

template <class All>
void partsOf(All& all, Either<CurvePath> auto& path) {
  all(path.component, path.closed, path.length);
}

template <class All>
void partsOf(All& all, Either<CurvePlace> auto& place) {
  all(place.edge, place.share, place.offset);
}

template <class All>
void partsOf(All& all, Either<ExplainedShare> auto& share) {
  all(share.points, share.beyond);
}

template <class All>
void partsOf(All& all, Either<Projection> auto& found) {
  auto& [edges, places, explanation] = found;
  all(edges.dimension, edges.vertices, edges.edges, edges.paths, edges.components, places, explanation.reach, explanation.all, explanation.components,
      explanation.density, explanation.width, explanation.pathLength, explanation.meanDistance);
}

static py::bytes packedProjection(const SharedProjection& all) {
  Packer packer;
  packer(*all);
  return packer.bytes();
}

static SharedProjection unpackedProjection(const py::bytes& state) {
  const auto bytes = state.cast<std::string>();
  Unpacker unpacker(bytes);
  const auto made = std::make_shared<Projection>();
  unpacker(*made);
  unpacker.ends();
  return made;
}

void addExplaining(py::module_& module) {
  py::class_<Projection, SharedProjection> type(module, "Projection");
  travels(type, &packedProjection, &unpackedProjection);
  type.def("columns", &ofPoints).def("profile", &profile).def("paths", &paths).def("by_component", &byComponent);
  type.def("all", [](const SharedProjection& all) { return shareOf(all->explanation.all); });
  type.def("reach", [](const SharedProjection& all) { return all->explanation.reach; });
  type.def("mean_distance", [](const SharedProjection& all) { return all->explanation.meanDistance; });
  module.def("project", &projected);
  module.def("sweep", &sweep);
}

}  // namespace arete::python
