#include "app/cli/bench.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string_view>
#include <variant>

#include "app/cli/bench_origin.h"
#include "app/cli/command.h"
#include "app/cli/job_flags.h"
#include "app/cli/param_flags.h"
#include "app/cli/text.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/gpu_params.h"
#include "compute/core/machine_memory.h"
#include "compute/generate/generate.h"
#include "compute/io/read_cloud.h"
#include "compute/network/radius/suggest_radius.h"

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

std::vector<BenchCloud> cloudsOf(const BenchOptions& options) {
  std::vector<BenchCloud> clouds;
  for (const int dimension : options.dimensions)
    for (const std::string& points : options.points) clouds.push_back({dimension, points});
  if (!options.cloud.empty()) clouds.resize(1);
  return clouds;
}

BenchInput makeInput(const BenchOptions& options, uint32_t points, int dimension, Device& device, std::stop_token stop) {
  const ShapeInfo& shape = findShape(options.shape);
  BenchInput input;
  if (options.cloud.empty()) {
    GenerateOptions generated;
    generated.points = points;
    generated.dimension = dimension;
    generated.seed = options.seed;
    input.cloud = generate(shape, generated, device.threads(), std::move(stop));
    input.job.params.set(kR1Param, options.r1 > 0 ? options.r1 : 2 * shape.defaultNoise);
  } else {
    input.cloud = readCloud(options.cloud, {}, std::move(stop)).cloud;
    input.job.params.set(kR1Param, options.r1 > 0 ? options.r1 : suggestRadius(input.cloud));
  }
  for (const ParamInfo* info : {&kGpusParam, &kGpuPartsParam, &kGpuExchangeParam}) input.job.params.set(*info, options.params.get(*info));
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
    row.complete = run.complete;
  }
  std::sort(times.begin(), times.end());
  row.minimum = times.front();
  row.median = (times[times.size() / 2] + times[(times.size() - 1) / 2]) / 2;
  return row;
}

static std::string iterationsText(const BenchRow& row) {
  return row.iterations == 0 ? "" : std::to_string(row.iterations) + (row.complete ? "" : " (stopped)");
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
                    {"whole", row.complete},
                    {"speed_up", row.speedUp},
                    {"bits", row.bits}});
  return json;
}

/// `rows` are checked against a reference and timed; any other kind gives a table of its own, or prints several.
using CompareVersions = std::vector<BenchRow> (*)(const BenchOptions&, Device&, std::stop_token);
using MakeTable = Json (*)(const BenchOptions&, Device&, std::stop_token);
using PrintTables = void (*)(const BenchOptions&, Device&, std::stop_token);

struct BenchKind {
  std::string_view name, help;
  std::variant<CompareVersions, MakeTable, PrintTables> measure;
  bool takesFile = true, needsGpu = false;
  std::string_view ownCloud = {};  ///< what it measures instead of --shape
  bool repeats = true;             ///< else once, whatever --repeat says
};

static constexpr BenchKind kKinds[] = {
    {"detect", "whole detections", benchDetect},
    {"stages", "every version of every stage on the same input", benchStages},
    {"network", "networks, stage by stage", benchNetwork},
    {"found", "networks with R1 and the profile found out, and resamples", benchFound},
    {"tile", "trees of tiles, every kind", benchTile},
    {"parts", "detections in parts, and what these send each other", benchParts},
    {"tune", "launch shapes of brute force on the GPU, or with --version-file the parameters that the file declares", benchTune, false, true},
    {"knn", "neighbour searches", benchKnn, false},
    {"project", "points along the curve that is found in them", benchProject},
    {"clearance", "distances of points from wires that hang and swing", benchClearance, false, false, "points over a tile with eight wires"},
    {"radius", "whole detections with R1 from 1/1000 to 1000 times --r1", benchRadius},
    {"drag", "how soon frames follow R1 while it is dragged, as in the window", benchDrag},
    {"cancel", "how long work goes on after it was told to stop", benchCancel},
    {"read", "files from the page cache, by format and threads", benchRead},
    {"leaves", "neighbours from the disk, by the size of leaves", benchLeaves, false, false, "points spread evenly in a cube", false},
};

/// In the place of `tune` where files of the user's are given.
static constexpr BenchKind kTuneOwn = {"tune", "parameters of the user's versions", benchTuneOwn};

static const BenchKind& kindOf(const std::string& name, const BenchOptions& options) {
  return name == kTuneOwn.name && !options.versionFiles.empty() ? kTuneOwn : *std::ranges::find(kKinds, name, &BenchKind::name);
}

/// What was measured, and how often.
static std::string aboutText(const BenchOptions& options, const BenchKind& kind, Device& device) {
  const std::string start = device.description() + "; ", seed = ", seed " + std::to_string(options.seed) + "; ";
  const std::string runs = kind.repeats ? "median of " + plural(uint64_t(options.repeat), "run") + " after a warm-up" : "one run";
  if (!kind.ownCloud.empty()) return start + std::string(kind.ownCloud) + seed + runs;
  if (!options.cloud.empty()) return start + options.cloud + "; " + runs;
  return start + options.shape + seed + runs;
}

static void printJson(const BenchOptions& options, Json rows, Device& device, const BenchKind& kind) {
  Json json = benchOrigin(kind.name, device);
  json.update({{"about", aboutText(options, kind, device)},
               {"shape", options.shape},
               {"seed", options.seed},
               {"repeat", options.repeat},
               {"rows", std::move(rows)}});
  if (!kind.ownCloud.empty()) json.erase("shape"), json.erase("repeat");
  std::cout << jsonText(json);
}

static std::unique_ptr<Device> makeDevice(const BenchOptions& options, const BenchKind& kind) {
  const auto onGpu = [](const std::string& id) { return findVersion(id).backend == Backend::cuda; };
  const bool needsGpu =
      kind.needsGpu || backendNamed(options.backend) == Backend::cuda || std::any_of(options.versionIds.begin(), options.versionIds.end(), onGpu);
  return needsGpu ? makeCudaDevice(0, options.threads) : makeCpuDevice(options.threads);
}

static void run(BenchOptions options, const BenchKind& kind, std::stop_token stop) {
  findShape(options.shape);
  if (!options.cloud.empty() && !kind.takesFile)
    throw Error(ErrorKind::wrongUse, "cannot measure this file", "--cloud " + options.cloud,
                "bench " + std::string(kind.name) + " measures clouds of its own", "leave it out");
  for (const std::string& points : options.points) pointCount(points);
  for (std::string& id : options.versionIds) id = findVersion(id, findVersion(id).stage).id;
  keepFreedBlocks();
  const std::unique_ptr<Device> device = makeDevice(options, kind);
  if (const auto* print = std::get_if<PrintTables>(&kind.measure)) return (*print)(options, *device, std::move(stop));
  const auto show = [&](const auto& rows, const Json& json) {
    if (options.json) printJson(options, json, *device, kind);
    else printTable(options, rows, aboutText(options, kind, *device));
  };
  if (const auto* compare = std::get_if<CompareVersions>(&kind.measure)) {
    const std::vector<BenchRow> rows = (*compare)(options, *device, std::move(stop));
    show(rows, jsonRows(rows));
  } else {
    const Json rows = std::get<MakeTable>(kind.measure)(options, *device, std::move(stop));
    show(rows, rows);
  }
}

Run addBench(CommandApp& app) {
  struct Given {
    std::string what;
    BenchOptions bench;
    ParamFlags params;
  };
  const auto given = std::make_shared<Given>();
  std::string help;
  std::vector<std::string> names;
  for (const BenchKind& kind : kKinds) {
    help.append(help.empty() ? "" : " ").append(kind.name).append(": ").append(kind.help).append(".");
    names.emplace_back(kind.name);
  }
  app.add_option("WHAT", given->what, help)->required()->check(CLI::IsMember(names));
  addBenchFlags(app, given->bench, given->params);
  app.addInput("--cloud", given->bench.cloud, "A file instead of a generated cloud; --r1 then defaults to what it suggests for chains.", "CLOUD")
      ->group("Input");
  return [given](std::stop_token stop) {
    given->params.apply(given->bench.params);
    run(given->bench, kindOf(given->what, given->bench), std::move(stop));
  };
}

}  // namespace arete::cli
