#include "app/cli/bench.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/job_flags.h"
#include "app/cli/knn_cases.h"
#include "app/cli/param_flags.h"
#include "app/cli/text.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/generate/generate.h"

namespace arete::cli {

bool isBruteForce(const Version& version) { return version.id == "evolve.cpu.sequential" || version.id == kBruteForceId; }

uint32_t pointCount(const std::string& given) {
  const ParamInfo& info = *generateParameters().front();
  ParamValues values;
  try {
    values.setText(info, given);
  } catch (const Error& error) {
    throw Error(error.kind(), error.failed(), "--points", error.reason(), error.hint());
  }
  return uint32_t(values.get(info));
}

BenchInput makeInput(const BenchOptions& options, uint32_t points, int dimension, Device& device, std::stop_token stop) {
  const ShapeInfo& shape = findShape(options.shape);
  GenerateOptions generated;
  generated.points = points;
  generated.dimension = dimension;
  generated.seed = options.seed;
  BenchInput input{generate(shape, generated, device.threads(), std::move(stop)), {}};
  input.job.params.set(kR1Param, options.r1 > 0 ? options.r1 : 2 * shape.defaultNoise);
  input.job.params.set(kToleranceParam, options.tolerance);
  input.job.params.set(kThreadsParam, options.threads);
  input.job.backend = backendNamed(options.backend);
  return input;
}

BenchRow timed(int repeat, const std::function<BenchRun()>& once) {
  std::vector<double> times;
  BenchRow row;
  for (int i = 0; i < repeat; ++i) {
    const BenchRun run = once();
    times.push_back(run.milliseconds);
    row.iterations = run.iterations;
    row.whole = run.whole;
  }
  std::sort(times.begin(), times.end());
  row.minimum = times.front();
  row.median = (times[times.size() / 2] + times[(times.size() - 1) / 2]) / 2;
  return row;
}

static std::string iterationsText(const BenchRow& row) {
  return row.iterations == 0 ? "" : std::to_string(row.iterations) + (row.whole ? "" : " (stopped)");
}

static void printTable(const BenchOptions& options, const std::vector<BenchRow>& rows, const std::string& about) {
  const auto right = Table::Align::right;
  Table table(
      {{"version"}, {"points", right}, {"d", right}, {"median ms", right}, {"min ms", right}, {"iterations", right}, {"speed-up", right}, {"bits"}});
  static constexpr int kDigits = 3;
  for (const BenchRow& row : rows)
    table.add({row.what, countText(row.points), std::to_string(row.dimension), shortNumber(row.median), shortNumber(row.minimum), iterationsText(row),
               shortNumber(row.speedUp, kDigits), row.bits});
  std::cout << about << (options.markdown ? "\n\n" : "\n") << (options.markdown ? table.markdown() : table.text()) << (options.markdown ? "\n" : "")
            << "Speed-up: over brute force on the same threads, per evolve iteration; for the other stages over their reference.\n";
}

static std::string cellText(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_number_float() ? shortNumber(value.get<double>()) : countText(value.get<uint64_t>());
}

/// Keys become titles: "slowest_ms" is "slowest ms".
static void printTable(const BenchOptions& options, const Json& rows, const std::string& about) {
  std::vector<Table::Column> columns;
  for (const auto& [key, value] : rows.front().items()) {
    std::string title = key;
    std::replace(title.begin(), title.end(), '_', ' ');
    columns.push_back({title, value.is_string() ? Table::Align::left : Table::Align::right});
  }
  Table table(std::move(columns));
  for (const Json& row : rows) {
    std::vector<std::string> cells;
    for (const Json& value : row) cells.push_back(cellText(value));
    table.add(std::move(cells));
  }
  std::cout << about << (options.markdown ? "\n\n" : "\n") << (options.markdown ? table.markdown() : table.text());
}

static Json jsonRows(const std::vector<BenchRow>& rows) {
  Json json = Json::array();
  for (const BenchRow& row : rows)
    json.push_back({{"version", row.what},
                    {"points", row.points},
                    {"dimension", row.dimension},
                    {"median_ms", row.median},
                    {"min_ms", row.minimum},
                    {"iterations", row.iterations},
                    {"whole", row.whole},
                    {"speed_up", row.speedUp},
                    {"bits", row.bits}});
  return json;
}

static void printJson(const BenchOptions& options, Json rows, Device& device, const std::string& what, const std::string& about) {
  Json json = {{"bench", what},
               {"program", "arete " ARETE_VERSION},
               {"device", device.description()},
               {"threads", device.threads().size()},
               {"about", about},
               {"shape", options.shape},
               {"seed", options.seed},
               {"repeat", options.repeat},
               {"rows", std::move(rows)}};
  if (what == "leaves") json.erase("shape"), json.erase("repeat");  // it has its own cloud, and runs once
  std::cout << jsonText(json);
}

/// What was measured, and how often.
static std::string aboutText(const BenchOptions& options, const std::string& what, const Device& device) {
  const std::string start = device.description() + "; ", seed = ", seed " + std::to_string(options.seed) + "; ";
  if (what == "leaves") return start + "points spread evenly in a cube" + seed + "one run";
  return start + options.shape + seed + "median of " + plural(uint64_t(options.repeat), "run") + " after a warm-up";
}

static void run(const BenchOptions& options, const std::string& what, std::stop_token stop) {
  findShape(options.shape);
  for (const std::string& points : options.points) pointCount(points);
  for (const std::string& id : options.versionIds) findVersion(id, findVersion(id).stage);
  const auto onGpu = [](const std::string& id) { return findVersion(id).backend == Backend::cuda; };
  const bool needsGpu =
      what == "tune" || backendNamed(options.backend) == Backend::cuda || std::any_of(options.versionIds.begin(), options.versionIds.end(), onGpu);
  const auto device = needsGpu ? makeCudaDevice(0, options.threads) : makeCpuDevice(options.threads);
  if (what == "knn") return benchKnn(options, *device, std::move(stop));
  if (what == "tune") return benchTune(options, *device, std::move(stop));
  const bool versionsCompared = what == "detect" || what == "stages" || what == "tile";
  const auto bench = what == "detect" ? benchDetect : what == "tile" ? benchTile : benchStages;
  const std::vector<BenchRow> rows = versionsCompared ? bench(options, *device, stop) : std::vector<BenchRow>{};
  const auto tableOf = what == "radius" ? benchRadius : what == "leaves" ? benchLeaves : benchCancel;
  const Json table = versionsCompared ? jsonRows(rows) : tableOf(options, *device, std::move(stop));
  const std::string about = aboutText(options, what, *device);
  if (options.json) printJson(options, table, *device, what, about);
  else if (versionsCompared) printTable(options, rows, about);
  else printTable(options, table, about);
}

Run addBench(CLI::App& app) {
  struct Given {
    std::string what;
    BenchOptions bench;
    ParamFlags params;
  };
  const auto given = std::make_shared<Given>();
  BenchOptions& options = given->bench;
  app.add_option("WHAT", given->what,
                 "detect: whole detections. stages: every version of every stage on the same input. tile: trees of tiles, every kind. "
                 "tune: launch shapes of brute force on the GPU. knn: neighbour searches. "
                 "radius: whole detections with R1 from 1/1000 to 1000 times --r1. cancel: how long work goes on after it was told to stop. "
                 "leaves: neighbours from the disk, by the size of leaves.")
      ->required()
      ->check(CLI::IsMember({"detect", "stages", "tile", "tune", "knn", "radius", "cancel", "leaves"}));
  app.add_option("--points", options.points, "Sizes of the clouds (default 100000).")
      ->type_name("N,N,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Input");
  app.add_option("--dim", options.dimensions, "Dimensions (default 2).")
      ->type_name("D,D,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, kMaxDimension))
      ->group("Input");
  app.add_option("--shape", options.shape, "The generated curve (default spiral).")->type_name("SHAPE")->group("Input");
  app.add_option("--seed", options.seed, "Of the generator (default 1).")->type_name("N")->group("Input");
  app.add_option("--r1", options.r1, "Radius (default: twice the shape's noise).")->type_name("NUMBER")->check(CLI::PositiveNumber)->group("Input");
  app.add_option("--tolerance", options.tolerance, "As of detect; 0: the true fixed point (default 0.01).")
      ->type_name("NUMBER")
      ->check(CLI::Range(0.0, 1.0))
      ->group("Input");
  app.add_option("--versions", options.versionIds,
                 "What to measure. detect: each stands in for the default of its stage (default: evolve.cpu.brute_force besides the defaults). "
                 "stages: all that can run. knn: all of the backend.")
      ->type_name("ID,ID,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Measuring");
  app.add_option("--backend", options.backend, "Where defaults run: cpu, cuda, auto (cuda where there is one; default auto).")
      ->type_name("NAME")
      ->check(CLI::IsMember({"cpu", "cuda", "auto"}))
      ->group("Measuring");
  static constexpr const ParamInfo* kTileParams[] = {&kTilesPerAxisParam, &kTiledAxesParam, &kTileCapacityParam, &kTileHistogramParam};
  given->params.add(app, kTileParams, "Tiles (bench tile)");
  static constexpr const ParamInfo* kLeavesParams[] = {&kMaxMemoryParam, &kDeviceMemoryParam};
  given->params.add(app, kLeavesParams, "Neighbours from the disk (bench leaves)");
  app.add_option("--leaf-capacities", options.leafCapacities, "Sizes of leaves in points (default 4096, and 4 times as many up to 1048576).")
      ->type_name("N,N,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(kLeafCapacityParam.minimum, kLeafCapacityParam.maximum))
      ->group("Neighbours from the disk (bench leaves)");
  std::string cases;
  for (const KnnCase& each : knnCases()) cases.append(cases.empty() ? "" : ", ").append(each.id);
  app.add_option("--cases", options.cases, "knn: of the version study (0 to 11, default 0 to 7) and others: " + cases + ".")
      ->type_name("ID,ID,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Neighbour searches");
  app.add_option("--max-seconds", options.maxSeconds, "knn: versions that would take longer for a case are checked but not timed (default 60).")
      ->type_name("NUMBER")
      ->check(CLI::PositiveNumber)
      ->group("Neighbour searches");
  static constexpr int kMostRepeats = 1000, kMostThreads = 256;
  app.add_option("--repeat", options.repeat, "Timed runs after the one that is checked; the median is given (default 5).")
      ->type_name("K")
      ->check(CLI::Range(1, kMostRepeats))
      ->group("Measuring");
  app.add_option("--threads", options.threads, "CPU threads; 0 = all (default).")
      ->type_name("N")
      ->check(CLI::Range(0, kMostThreads))
      ->group("Measuring");
  app.add_option(
         "--max-brute-iterations", options.maxBruteIterations,
         "Evolve iterations of brute force beyond " + countText(kWholeBruteForce) + " points; its whole time is then not measured (default 20).")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group("Measuring");
  CLI::Option* json = app.add_flag("--json", options.json, "As JSON.")->group("Output");
  app.add_flag("--markdown", options.markdown, "As a Markdown table.")->excludes(json)->group("Output");
  return [given](std::stop_token stop) {
    given->params.apply(given->bench.params);
    run(given->bench, given->what, std::move(stop));
  };
}

}  // namespace arete::cli
