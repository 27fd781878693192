// Experiments on whole detections without tiles: layouts, and all versions side by side.
#include <algorithm>
#include <cmath>

#include "compute/core/cuda_support.h"
#include "compute/experiments/runs.h"
#include "compute/gpu/measured_kernels.h"

namespace arete {

namespace {

constexpr double kSmallCloud = 100'000, kLargeCloud = 1'000'000, kCapacity = 200'000;

std::string backendLabel(Backend backend) { return backend == Backend::cuda ? "GPU" : "CPU threads"; }

Job bruteForce(double r1, Backend backend) {
  Job job = jobWith(r1, backend);
  job.versionIds[size_t(Stage::evolve)] = backend == Backend::cuda ? "evolve.cuda.brute_force" : "evolve.cpu.brute_force";
  return job;
}

/// The thesis's tiles: extended, hybrid, 3 per axis, capacity 200 thousand, brute force within.
Job tiled(double r1, Backend backend, double scale) {
  Job job = bruteForce(r1, backend);
  job.params.set(kTileDetectionParam, double(TileDetection::hybrid));
  job.params.set(kTileKindParam, double(TileKind::extended));
  job.params.set(kTilesPerAxisParam, 3);
  job.params.set(kTileCapacityParam, std::max(1.0, std::round(std::min(kCapacity * scale, 1e9))));
  return job;
}

/// At least `count` points: the given ones repeated, in row layout. Only the amount that is copied matters.
PointArray repeated(const PointArray& points, double count) {
  const auto& once = points.elements<float>();
  std::vector<float> rows;
  rows.reserve((size_t(count) + points.size()) * size_t(points.dimension()));
  while (double(rows.size()) < count * points.dimension()) rows.insert(rows.end(), once.begin(), once.end());
  return PointArray::fromRows(std::move(rows), points.dimension());
}

}  // namespace

ExperimentResult runLayouts(Lab& lab) {
  ExperimentResult result{.table = {{{"device", ""}, {"dimension", ""}, {"layout", ""}, {"time", "ms"}, {"iterations", ""}}, {}}};
  const auto backends = backendsHere();
  static constexpr std::string_view kNames[] = {"row", "column", "row, S by column", "column, S by column"};
  const auto layoutsOf = [](Backend backend) { return backend == Backend::cuda ? size_t(4) : size_t(2); };  // the CPU keeps S in rows
  size_t steps = 0;
  for (const Backend backend : backends) steps += 2 * layoutsOf(backend);
  lab.setSteps(steps);
  for (const Backend backend : backends)
    for (const int dimension : {2, 3}) {
      const PointCloud cloud = lab.spiral(lab.points(kSmallCloud), dimension);
      for (size_t i = 0; i < layoutsOf(backend); ++i) {
        const std::string name(kNames[i]);
        lab.next(backendLabel(backend) + ", " + std::to_string(dimension) + "D, " + name);
        Job job = bruteForce(kSpiralR1, backend);
        job.params.set(kCloudLayoutParam, double(i % 2));
        job.params.set(kChosenLayoutParam, double(i / 2));
        const Lab::Outcome outcome = lab.detect(cloud, job, 1);
        result.table.rows.push_back({backendLabel(backend), double(dimension), name, outcome.milliseconds, double(outcome.iterations)});
      }
    }
  result.plots = {{.kind = PlotKind::bars, .title = "Whole detection by brute force", .x = "dimension", .y = "time", .series = {"device", "layout"}}};
  return result;
}

ExperimentResult runSideBySide(Lab& lab) {
  ExperimentResult result{.table = {{{"source", ""}, {"version", ""}, {"like", ""}, {"time", "s"}, {"speed_up", "times"}, {"exact", ""}}, {}}};
  struct Row {
    const char *device, *version;
    double flat, space;
  };
  static constexpr Row kThesis[] = {{"thesis, CPU threads", "brute force", 169.96, 789.30}, {"thesis, CPU threads", "tiles", 32.12, 58.94},
                                    {"thesis, GTX TITAN", "brute force", 2.47, 4.93},       {"thesis, GTX TITAN", "tiles", 0.81, 0.83},
                                    {"thesis, GTX 750 Ti", "brute force", 5.92, 8.84},      {"thesis, GTX 750 Ti", "tiles", 0.67, 0.73}};
  const auto backends = backendsHere();
  lab.setSteps(backends.size() * 8);
  for (const int dimension : {2, 3}) {
    const auto like = [dimension](uint32_t points) { return std::to_string(dimension) + "D, " + std::to_string(points) + " points"; };
    const uint32_t points = lab.points(kLargeCloud);
    for (const Row& row : kThesis) {
      const double time = dimension == 2 ? row.flat : row.space, base = dimension == 2 ? kThesis[0].flat : kThesis[0].space;
      result.table.rows.push_back(
          {row.device, row.version, like(uint32_t(kLargeCloud)), time, base / time, std::string(row.version) == "tiles" ? "no" : "to rounding"});
    }
    const PointCloud cloud = lab.spiral(points, dimension);
    double base = 0;
    for (const Backend backend : backends) {
      Job fastTiles = tiled(kSpiralR1, backend, lab.options().scale);
      fastTiles.versionIds[size_t(Stage::evolve)].clear();
      const std::pair<const char*, Job> jobs[] = {{"brute force", bruteForce(kSpiralR1, backend)},
                                                  {"tiles", tiled(kSpiralR1, backend, lab.options().scale)},
                                                  {"tiles, accelerated in them", fastTiles},
                                                  {"accelerated", jobWith(kSpiralR1, backend)}};
      for (const auto& [name, job] : jobs) {
        lab.next(backendLabel(backend) + ", " + std::to_string(dimension) + "D, " + name);
        const double seconds = lab.detect(cloud, job, 1).milliseconds / 1000;
        if (base == 0) base = seconds;  // brute force on CPU threads comes first
        result.table.rows.push_back({"here, " + backendLabel(backend), name, like(points), seconds, base / seconds, job.exact() ? "yes" : "no"});
      }
    }
    result.plots.push_back({.kind = PlotKind::bars,
                            .title = like(points) + ": seconds",
                            .x = "version",
                            .y = "time",
                            .series = {"source"},
                            .where = "like",
                            .only = like(points),
                            .logarithmicY = true});
  }
  result.notes.push_back("The thesis stops when moves are below rounding; here the default tolerance is 0.01 R1, which takes fewer iterations.");
  if (lab.options().scale != 1)
    result.notes.push_back("Other numbers of points than in the thesis, whose times, of 1 000 000 and tiles of 200 000, are in the table only.");
  return result;
}

ExperimentResult runCopy(Lab& lab) {
  ExperimentResult result{.table = {{{"device", ""}, {"from", ""}, {"to", ""}, {"bytes", ""}, {"dimension", ""}, {"bandwidth", "GB/s"}}, {}}};
  static constexpr int kMost = kMostCopiedDimension;
  static constexpr double kForGpu = 48'000'000;  // numbers: more than its caches hold
  static const std::string kNames[] = {"row", "column"};
  static constexpr int kWidths[] = {0, 4, 8, 16};
  const auto backends = backendsHere();
  lab.setSteps(kMost);
  for (int dimension = 1; dimension <= kMost; ++dimension) {
    lab.next(std::to_string(dimension) + "D");
    const PointArray rows = lab.segment(lab.points(kLargeCloud), dimension, kSegmentSigma).points();
    const PointArray many = backends.back() == Backend::cuda ? repeated(rows, lab.points(kForGpu / dimension)) : PointArray();
    for (const Layout from : {Layout::row, Layout::column})
      for (const Layout to : {Layout::row, Layout::column}) {
        const auto add = [&](const std::string& device, const ResultValue& width, const PointArray& copied, double time) {
          const double bytes = 2.0 * sizeof(float) * copied.size() * dimension;
          result.table.rows.push_back({device, kNames[size_t(from)], kNames[size_t(to)], width, double(dimension), bytes / time / 1e6});
        };
        const PointArray few = rows.withLayout(from);
        add("CPU", "any", few, lab.time([&] { PointArray copy = few.withLayout(to); }));
        if (backends.back() != Backend::cuda) continue;
        const PointArray source = many.withLayout(from);
        for (const int width : kWidths)
          add("GPU", width == 0 ? ResultValue("plain") : double(width), source,
              cudaCopyTime(source, {.to = to, .loadBytes = width, .repeat = lab.options().repeat}, lab.device(Backend::cuda)));
      }
  }
  for (const Backend backend : backends) {
    const std::string device = backend == Backend::cuda ? "GPU" : "CPU";
    result.plots.push_back({.title = "Copying a cloud: " + device,
                            .x = "dimension",
                            .y = "bandwidth",
                            .series = {"from", "to", "bytes"},
                            .where = "device",
                            .only = device});
  }
  result.notes.push_back(
      "On one CPU core, memory allocation included: what changing the layout of a cloud costs. On the GPU within its memory, through shared memory, "
      "so many bytes per thread at a time; plain: the driver's copy of as many bytes, whatever the layout. Bytes read and written are both counted.");
  return result;
}

}  // namespace arete
