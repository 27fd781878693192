// Experiments of chapter 4: building tiles and detecting in them.
#include <algorithm>
#include <cmath>

#include "compute/experiments/runs.h"
#include "compute/gpu/measured_kernels.h"

namespace arete {

namespace {

constexpr double kSmallTiledCloud = 100'000, kLargeTiledCloud = 1'000'000;

std::string tileBackendLabel(Backend backend) { return backend == Backend::cuda ? "GPU" : "CPU threads"; }

struct Tiles {
  TileKind kind = TileKind::extended;
  TileDetection detection = TileDetection::hybrid;
  Smoothing smoothing = Smoothing::off;
  double perAxis = 3, axes = 0, capacity = 200'000;
};

Job jobOf(double r1, Backend backend, const Tiles& tiles) {
  Job job = jobWith(r1, backend);
  job.params.set(kTileKindParam, double(tiles.kind));
  job.params.set(kTileDetectionParam, double(tiles.detection));
  job.params.set(kSmoothingParam, double(tiles.smoothing));
  job.params.set(kTilesPerAxisParam, tiles.perAxis);
  job.params.set(kTiledAxesParam, tiles.axes);
  job.params.set(kTileCapacityParam, std::clamp(std::round(tiles.capacity), 1.0, 1e9));
  return job;
}

}  // namespace

ExperimentResult runTileKinds(Lab& lab) {
  ExperimentResult result{.table = {{{"device", ""},
                                     {"combination", ""},
                                     {"kind", ""},
                                     {"detection", ""},
                                     {"smoothing", ""},
                                     {"tree", "ms"},
                                     {"detect", "ms"},
                                     {"smooth", "ms"},
                                     {"time", "ms"},
                                     {"chosen", "points"},
                                     {"missing", "points"},
                                     {"extra", "points"},
                                     {"hausdorff", ""}},
                                    {}}};
  const auto backends = backendsHere();
  lab.setSteps(backends.size() * 2 * 19);
  const auto add = [&](Backend backend, int dimension) {
    const std::string device = tileBackendLabel(backend) + ", " + std::to_string(dimension) + "D";
    const PointCloud cloud = lab.spiral(lab.points(kSmallTiledCloud), dimension);
    lab.next(device + ", exact");
    const Lab::Outcome exact = lab.detect(cloud, jobWith(kSpiralR1, backend));
    result.table.rows.push_back({device, "exact", "none", "whole", "off", 0.0, exact.milliseconds, 0.0, exact.milliseconds,
                                 double(exact.frame->chosen.size()), 0.0, 0.0, 0.0});
    for (const TileKind kind : {TileKind::local, TileKind::grouped, TileKind::extended})
      for (const TileDetection detection : {TileDetection::local, TileDetection::hybrid})
        for (const Smoothing smoothing : {Smoothing::off, Smoothing::decimateThenEvolve, Smoothing::evolveThenDecimate}) {
          const Job job = jobOf(kSpiralR1, backend, {.kind = kind, .detection = detection, .smoothing = smoothing});
          const std::string names[] = {job.params.text(kTileKindParam), job.params.text(kTileDetectionParam), job.params.text(kSmoothingParam)};
          const std::string both = names[0] + " tiles, " + names[1];
          lab.next(device + ", " + both + ", smoothing " + names[2]);
          const Lab::Outcome outcome = lab.detect(cloud, job);
          const StageTimes& times = outcome.frame->times;
          const Difference difference = differenceOf(exact.frame->chosen, outcome.frame->chosen, kSpiralR1, lab.context(Backend::cpu));
          result.table.rows.push_back({device, both, names[0], names[1], names[2], times[Stage::tile],
                                       times.total() - times[Stage::tile] - times[ExtraTime::smooth], times[ExtraTime::smooth], outcome.milliseconds,
                                       double(outcome.frame->chosen.size()), double(difference.missing.size()), double(difference.extra.size()),
                                       difference.hausdorff});
        }
    for (const auto& [column, title] : {std::pair{"time", ": time of a detection"},
                                        {"chosen", ": chosen points in the end"},
                                        {"hausdorff", ": Hausdorff distance from the exact answer"}}) {
      if (backend != backends.front() && std::string_view(column) != "time") continue;  // the same to the bit
      result.plots.push_back({.kind = PlotKind::bars,
                              .title = device + title,
                              .x = "combination",
                              .y = column,
                              .series = {"smoothing"},
                              .where = "device",
                              .only = device});
    }
  };
  for (const Backend backend : backends)
    for (const int dimension : {2, 3}) add(backend, dimension);
  result.notes.push_back(
      "The thesis found extended tiles with hybrid detection the best, and smoothing useful in one order only: look at missing and hausdorff.");
  return result;
}

/// Where the points are counted: for a version with that choice, each possibility; for others, the default.
static std::vector<ParamValues> histograms(const Version& version, const ParamValues& params) {
  if (std::ranges::find(version.parameters, &kTileHistogramParam) == version.parameters.end()) return {params};
  std::vector<ParamValues> all;
  for (const std::string_view each : kTileHistogramParam.choices) all.push_back(params), all.back().setText(kTileHistogramParam, each);
  return all;
}

ExperimentResult runHistogram(Lab& lab) {
  ExperimentResult result{
      .table = {{{"version", ""}, {"histogram", ""}, {"dimension", ""}, {"cells", ""}, {"points", "points"}, {"time", "ms"}, {"bandwidth", "GB/s"}},
                {}}};
  static constexpr int kMost = 10;
  static constexpr double kForGpu = 10'000'000;  // a million take it hardly longer than starting
  const auto versions = lab.available(Stage::tile);
  lab.setSteps(kMost * versions.size());
  for (int dimension = 1; dimension <= kMost; ++dimension) {
    for (const Version* version : versions) {
      lab.next(std::string(version->id) + ", " + std::to_string(dimension) + "D");
      const bool onGpu = version->backend == Backend::cuda;
      const PointCloud cloud = lab.segment(lab.points(onGpu ? kForGpu : kLargeTiledCloud), dimension, kSegmentSigma);
      const Job job = jobOf(1, version->backend, {.kind = TileKind::local, .perAxis = 4, .capacity = 1e9});
      const auto build = version->as<Stage::tile>();
      const std::vector<ParamValues> all = histograms(*version, job.params);
      for (const ParamValues& params : all) {
        const double time = onGpu ? cudaDivisionTime(cloud, params, lab.options().repeat, lab.device(Backend::cuda)) : lab.time([&] {
          build({cloud, 1, params}, lab.context(Backend::cpu));
        });
        result.table.rows.push_back({std::string(version->id), all.size() > 1 ? params.text(kTileHistogramParam) : "its own", double(dimension),
                                     std::pow(4, dimension), double(cloud.size()), time, double(cloud.points().bytes()) / time / 1e6});
      }
    }
  }
  result.plots = {
      {.title = "Dividing a cloud into 4^d cells", .x = "dimension", .y = "bandwidth", .series = {"version", "histogram"}, .logarithmicY = true}};
  result.notes.push_back(
      "Bytes of the cloud over time. CPU: the whole first division, counting, placing the points and fitting the bounds. GPU: counting and making "
      "the "
      "nodes, by its own clock; it places the points once, at the end of the building.");
  return result;
}

ExperimentResult runTilesByDimension(Lab& lab) {
  ExperimentResult result{.table = {{{"device", ""}, {"scalar", ""}, {"dimension", ""}, {"time", "ms"}, {"tree", "ms"}}, {}}};
  static constexpr int kDimensions[] = {2, 4, 6, 8, 10, 12};
  static constexpr double kR1 = 4.34;  // 2 σ
  const auto backends = backendsHere();
  lab.setSteps(std::size(kDimensions) * backends.size() * 2);
  for (const Backend backend : backends)
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const int dimension : kDimensions) {
        const std::string type = scalar == Scalar::float32 ? "float" : "double";
        lab.next(tileBackendLabel(backend) + ", " + type + ", " + std::to_string(dimension) + "D");
        const PointCloud cloud = lab.segment(lab.points(kLargeTiledCloud), dimension, kSegmentSigma, scalar);
        const Lab::Outcome outcome = lab.detect(cloud, jobOf(kR1, backend, {.perAxis = 16, .axes = 1, .capacity = 200'000}), 1);
        result.table.rows.push_back({tileBackendLabel(backend), type, double(dimension), outcome.milliseconds, outcome.frame->times[Stage::tile]});
      }
  result.plots = {{.title = "Time by dimension", .x = "dimension", .y = "time", .series = {"device", "scalar"}}};
  result.notes.push_back("Extended tiles, hybrid detection; 16 tiles along the first axis, 1 along the others; R1 = 2 σ.");
  return result;
}

ExperimentResult runTilesBySize(Lab& lab) {
  ExperimentResult result{.table = {{{"device", ""}, {"points", "points"}, {"time", "ms"}, {"tree", "ms"}, {"per_point", "µs"}}, {}}};
  static constexpr double kSizes[] = {1e3, 1e4, 1e5, 1e6, 1e7}, kR1 = 4.34;
  const auto backends = backendsHere();
  lab.setSteps(std::size(kSizes) * backends.size());
  for (const Backend backend : backends)
    for (const double size : kSizes) {
      const uint32_t points = lab.points(size);
      lab.next(tileBackendLabel(backend) + ", " + std::to_string(points) + " points");
      const PointCloud cloud = lab.segment(points, 2, kSegmentSigma);
      const Lab::Outcome outcome = lab.detect(cloud, jobOf(kR1, backend, {.perAxis = 4, .axes = 1, .capacity = 0.2 * points}), 1);
      result.table.rows.push_back(
          {tileBackendLabel(backend), double(points), outcome.milliseconds, outcome.frame->times[Stage::tile], outcome.milliseconds * 1000 / points});
    }
  result.plots = {{.title = "Time by number of points", .x = "points", .y = "time", .series = {"device"}, .logarithmicX = true, .logarithmicY = true},
                  {.title = "Time per point", .x = "points", .y = "per_point", .series = {"device"}, .logarithmicX = true, .logarithmicY = true}};
  result.notes.push_back("Extended tiles, hybrid detection; 4 tiles along the first axis; capacity a fifth of the points; R1 = 4.34.");
  return result;
}

ExperimentResult runTileParameters(Lab& lab) {
  ExperimentResult result{
      .table = {{{"device", ""}, {"dimension", ""}, {"tiles_per_axis", ""}, {"capacity", "points"}, {"time", "ms"}, {"tiles", ""}}, {}}};
  static constexpr double kPerAxis[] = {1, 2, 3, 4, 6, 8}, kCapacities[] = {25e3, 50e3, 100e3, 200e3, 400e3};
  const auto backends = backendsHere();
  lab.setSteps(backends.size() * 2 * std::size(kPerAxis) * std::size(kCapacities));
  for (const Backend backend : backends)
    for (const int dimension : {2, 3}) {
      const PointCloud cloud = lab.spiral(lab.points(kLargeTiledCloud), dimension);
      for (const double perAxis : kPerAxis)
        for (const double capacity : kCapacities) {
          const double scaled = std::max(1.0, std::round(capacity * lab.options().scale));
          lab.next(tileBackendLabel(backend) + ", " + std::to_string(dimension) + "D, " + textOf(perAxis) + " per axis, capacity " + textOf(scaled));
          const Lab::Outcome outcome = lab.detect(cloud, jobOf(kSpiralR1, backend, {.perAxis = perAxis, .capacity = scaled}), 1);
          result.table.rows.push_back(
              {tileBackendLabel(backend), double(dimension), perAxis, scaled, outcome.milliseconds, double(outcome.frame->tiles->leaves.size())});
        }
      const std::string device = tileBackendLabel(backend) + ", " + std::to_string(dimension) + "D";
      for (size_t i = result.table.rows.size() - std::size(kPerAxis) * std::size(kCapacities); i < result.table.rows.size(); ++i)
        result.table.rows[i][0] = device;
      result.plots.push_back({.kind = PlotKind::heatMap,
                              .title = device + ": ms",
                              .x = "tiles_per_axis",
                              .y = "capacity",
                              .value = "time",
                              .where = "device",
                              .only = device});
    }
  result.notes.push_back(
      "Extended tiles, hybrid detection, accelerated evolve within the tiles: the thesis's brute force gains more from small tiles.");
  return result;
}

}  // namespace arete
