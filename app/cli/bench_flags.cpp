// The flags of bench, by their group in --help.
#include <algorithm>
#include <iterator>
#include <vector>

#include "app/cli/bench.h"
#include "app/cli/job_flags.h"
#include "app/cli/knn_cases.h"
#include "app/cli/param_flags.h"
#include "app/cli/version_files.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/gpu_params.h"
#include "compute/network/rules/network_params.h"

namespace arete::cli {

namespace {

/// A flag that takes several values, separated by commas.
template <class T>
CLI::Option* addList(CLI::App& app, const char* name, std::vector<T>& values, const std::string& help, const char* type) {
  return app.add_option(name, values, help)->type_name(type)->delimiter(',')->allow_extra_args(false);
}

void addInput(CLI::App& app, BenchOptions& options) {
  constexpr const char* kGroup = "Input";
  addList(app, "--points", options.points, "Sizes of the clouds (default 100000).", "N,N,...")->group(kGroup);
  addList(app, "--dim", options.dimensions, "Dimensions (default 2).", "D,D,...")->check(CLI::Range(1, kMaxDimension))->group(kGroup);
  app.add_option("--shape", options.shape, "The generated curve (default spiral).")->type_name("SHAPE")->group(kGroup);
  app.add_option("--seed", options.seed, "Seed of the generator (default 1).")->type_name("N")->group(kGroup);
  app.add_option("--r1", options.r1, "Radius (default: twice the shape's noise).")->type_name("NUMBER")->check(CLI::PositiveNumber)->group(kGroup);
  app.add_option("--tolerance", options.tolerance, "As for detect; 0: the true fixed point (default 0.01).")
      ->type_name("NUMBER")
      ->check(CLI::Range(0.0, 1.0))
      ->group(kGroup);
}

void addMeasuring(CLI::App& app, BenchOptions& options) {
  constexpr const char* kGroup = "Measuring";
  constexpr int kMostRepeats = 1000;
  addList(app, "--versions", options.versionIds,
          "What to measure. detect: each replaces the default of its stage (default: evolve.cpu.brute_force besides the defaults). "
          "stages, tile: all that can run. knn: all of the backend.",
          "ID,ID,...")
      ->group(kGroup);
  addVersionFiles(app, options.versionFiles, kGroup);
  app.add_option("--axis", options.axes,
                 "tune with --version-file: the values of a parameter that the file declares, block=64,128 (default: powers of two, or eight steps).")
      ->type_name("NAME=VALUES")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  app.add_option("--backend", options.backend, "Where defaults run: cpu, cuda, auto (cuda where there is one; default auto).")
      ->type_name("NAME")
      ->check(CLI::IsMember({"cpu", "cuda", "auto"}))
      ->group(kGroup);
  app.add_option("--repeat", options.repeat, "Timed runs after the one that is checked; the median is given (default 5).")
      ->type_name("K")
      ->check(CLI::Range(1, kMostRepeats))
      ->group(kGroup);
  app.add_option("--threads", options.threads, "CPU threads; 0 = all (default).")
      ->type_name("N")
      ->check(CLI::Range(int(kThreadsParam.minimum), int(kThreadsParam.maximum)))
      ->group(kGroup);
  app.add_option(
         "--max-brute-iterations", options.maxBruteIterations,
         "Evolve iterations of brute force beyond " + countText(kMostBruteForcePoints) + " points; its whole time is then not measured (default 20).")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group(kGroup);
}

/// The parameters of these versions, except the one whose values the bench tries itself.
template <class Wanted>
void addParameters(CLI::App& app, ParamFlags& params, Stage stage, const Wanted& wanted, const ParamInfo& tried, const std::string& group) {
  for (const Version& version : versions(stage)) {
    std::vector<const ParamInfo*> infos;
    if (wanted(version)) std::ranges::copy_if(version.parameters, std::back_inserter(infos), [&](const ParamInfo* info) { return info != &tried; });
    params.add(app, infos, group);
  }
}

void addTiles(CLI::App& app, ParamFlags& params) {
  addParameters(
      app, params, Stage::tile, [](const Version&) { return true; }, kTileKindParam, "Tiles (bench tile)");
}

void addLeaves(CLI::App& app, BenchOptions& options, ParamFlags& params) {
  constexpr const char* kGroup = "Neighbour search on disk (bench leaves)";
  addParameters(
      app, params, Stage::knn, [](const Version& version) { return version.leafSearch != nullptr; }, kLeafCapacityParam, kGroup);
  addList(app, "--leaf-capacities", options.leafCapacities, "Sizes of leaves in points (default 4096, and 4 times as many up to 1048576).", "N,N,...")
      ->check(CLI::Range(kLeafCapacityParam.minimum, kLeafCapacityParam.maximum))
      ->group(kGroup);
}

void addParts(CLI::App& app, BenchOptions& options) {
  addList(app, "--parts", options.partCounts, "Into how many parts the cloud is divided (default 1, 2, 4, 16).", "P,P,...")
      ->check(CLI::Range(uint32_t(kPartsParam.minimum), uint32_t(kPartsParam.maximum)))
      ->group("Parts (bench parts)");
}

void addGpus(CLI::App& app, ParamFlags& params) {
  constexpr const ParamInfo* kOfGpus[] = {&kGpusParam, &kGpuPartsParam, &kGpuExchangeParam};
  params.add(app, kOfGpus, "Several GPUs (bench detect, stages, knn)");
}

void addNeighbours(CLI::App& app, BenchOptions& options) {
  constexpr const char* kGroup = "Neighbour searches (bench knn)";
  std::string cases;
  for (const KnnCase& each : knnCases()) cases.append(cases.empty() ? "" : ", ").append(each.id);
  addList(app, "--cases", options.cases, "What to search: " + cases + ". Numbers are the cases of the version study (default 0 to 7).", "ID,ID,...")
      ->group(kGroup);
  app.add_option("--max-seconds", options.maxSeconds, "Versions that would take longer for a case are checked but not timed (default 60).")
      ->type_name("NUMBER")
      ->check(CLI::PositiveNumber)
      ->group(kGroup);
}

}  // namespace

void addBenchFlags(CLI::App& app, BenchOptions& options, ParamFlags& params) {
  constexpr const ParamInfo* kOfNetworks[] = {&kProfileParam, &kBootstrapParam};
  addInput(app, options);
  addMeasuring(app, options);
  params.add(app, kOfNetworks, "Networks (bench network, found, drag)");
  addTiles(app, params);
  addLeaves(app, options, params);
  addParts(app, options);
  addGpus(app, params);
  addNeighbours(app, options);
  CLI::Option* json = app.add_flag("--json", options.json, "As JSON.")->group("Output");
  app.add_flag("--markdown", options.markdown, "As a Markdown table.")->excludes(json)->group("Output");
}

}  // namespace arete::cli
