// bench tune: which launch shape of the nearest kernel is fastest here. Sweeps block size x points per thread for both layouts of cloud and S,
// in both coordinate types; the fastest in row layout is what compute/gpu/launch_shapes.cpp keeps for the architecture.
#include <algorithm>
#include <chrono>
#include <iostream>

#include "app/cli/bench.h"
#include "app/cli/bench_origin.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/core/gpu_params.h"

namespace arete::cli {

namespace {

constexpr std::string_view kTunedId = "evolve.cuda.brute_force_graph";  // the loop without the host's waits
constexpr uint32_t kIterations = 10;

constexpr std::pair<Layout, Layout> kLayouts[] = {  // of cloud and S
    {Layout::row, Layout::row},
    {Layout::column, Layout::row},
    {Layout::row, Layout::column},
    {Layout::column, Layout::column}};

std::string layoutName(Layout layout) { return layout == Layout::row ? "row" : "column"; }

struct Tuned {
  std::string_view block, points;
  double milliseconds;  // an iteration
};

/// Measures one cloud in one layout and coordinate type.
class Tuning {
 public:
  Tuning(const BenchOptions& options, const BenchInput& input, Device& device, std::stop_token stop)
      : options_(options), input_(input), context_{device, std::move(stop), {}} {
    const auto choose = defaultVersion(Stage::choose, Backend::cuda).as<Stage::choose>();
    chosen_ = input.cloud.points().subset(choose({input.cloud, input.job.r1(), input.job.params}, context_));
  }

  double floatingPointOperations() const {
    return double(input_.cloud.size()) * chosen_.size() * (3 * input_.cloud.dimension() - 1);  // of an iteration's distances
  }

  std::vector<Tuned> sweep() const {
    std::vector<Tuned> all;
    for (const std::string_view block : kBlockSizeParam.choices.subspan(1))
      for (const std::string_view points : kPointsPerThreadParam.choices.subspan(1)) all.push_back({block, points, measure(block, points)});
    return all;
  }

 private:
  double measure(std::string_view block, std::string_view points) const {
    ParamValues params = input_.job.params;
    params.set(kToleranceParam, 0);  // so that it does not stop before the iterations that are timed
    params.setText(kBlockSizeParam, block);
    params.setText(kPointsPerThreadParam, points);
    const auto evolver = findVersion(kTunedId, Stage::evolve).as<Stage::evolve>()({input_.cloud, input_.job.r1(), params}, context_);
    const auto once = [&] {
      evolver->reset(chosen_, context_);
      uint64_t iterations = 0;
      evolver->run(
          1, [](const EvolveStep&) {}, EvolveVisit::counters, context_);
      const auto start = std::chrono::steady_clock::now();
      evolver->run(
          kIterations, [&](const EvolveStep&) { ++iterations; }, EvolveVisit::counters, context_);
      return BenchRun{std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / double(iterations), iterations};
    };
    once();
    return timed(options_.repeat, once).median;
  }

  const BenchOptions& options_;
  const BenchInput& input_;
  const StageContext context_;
  PointArray chosen_;
};

const Tuned& fastest(const std::vector<Tuned>& all) {
  return *std::min_element(all.begin(), all.end(), [](const Tuned& a, const Tuned& b) { return a.milliseconds < b.milliseconds; });
}

/// Block sizes down, points per thread across, GFLOP/s.
Table heatMap(const std::vector<Tuned>& all, double operations) {
  constexpr double kPerGiga = 1e6;  // operations per millisecond
  std::vector<Table::Column> columns{{"block", Table::Align::right}};
  for (const std::string_view points : kPointsPerThreadParam.choices.subspan(1))
    columns.push_back({std::string(points) + " pts", Table::Align::right});
  Table table(columns);
  std::vector<std::string> row;
  for (const Tuned& each : all) {
    if (row.empty()) row.push_back(std::string(each.block));
    row.push_back(shortNumber(operations / each.milliseconds / kPerGiga) + (&each == &fastest(all) ? " *" : ""));
    if (row.size() < columns.size()) continue;
    table.add(row);
    row.clear();
  }
  return table;
}

}  // namespace

void benchTune(const BenchOptions& options, Device& device, std::stop_token stop) {
  Progress progress;
  Json json = benchOrigin("tune", device);
  json["rows"] = Json::array();
  std::string best;
  for (const auto& [dimension, points] : cloudsOf(options))
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const BenchInput made = makeInput(options, pointCount(points), dimension, device, stop);
      const PointCloud cloud(made.cloud.points().withScalar(scalar));
      for (const auto& [layout, ofChosen] : kLayouts) {
        const std::string what = std::to_string(dimension) + "D, " + points + " points, " + (scalar == Scalar::float32 ? "float" : "double") +
                                 ", cloud by " + layoutName(layout) + ", S by " + layoutName(ofChosen);
        progress.show(0, "measuring " + what);
        BenchInput input{cloud.withLayout(layout), made.job};
        input.job.params.set(kChosenLayoutParam, double(ofChosen));
        const Tuning tuning(options, input, device, stop);
        const std::vector<Tuned> all = tuning.sweep();
        const Tuned& winner = fastest(all);
        for (const Tuned& each : all)
          json["rows"].push_back({{"dimension", dimension},
                                  {"points", input.cloud.size()},
                                  {"scalar", scalar == Scalar::float32 ? "float" : "double"},
                                  {"layout", layoutName(layout)},
                                  {"chosen_layout", layoutName(ofChosen)},
                                  {"block", each.block},
                                  {"points_per_thread", each.points},
                                  {"ms", each.milliseconds}});
        const Table table = heatMap(all, tuning.floatingPointOperations());
        if (!options.json)
          std::cout << what << ", GFLOP/s of the nearest kernel's distances, * the fastest: " << shortNumber(winner.milliseconds)
                    << " ms an iteration\n"
                    << (options.markdown ? "\n" + table.markdown() : table.text()) << "\n";
        if (layout == Layout::row && ofChosen == Layout::row)
          best += "    {" + std::string(scalar == Scalar::float32 ? "Scalar::float32, " : "Scalar::float64, ") + std::to_string(dimension) + ", {" +
                  std::string(winner.block) + ", " + std::string(winner.points) + "}},\n";
      }
    }
  if (options.json) std::cout << jsonText(json);
  else std::cout << "For launch_shapes.cpp, after the capability of " << device.description() << ":\n" << best;
}

}  // namespace arete::cli
