// Experiments of chapter 3 on single stages: choose, evolve, decimate.
#include <algorithm>

#include "compute/core/cuda_support.h"
#include "compute/experiments/runs.h"
#include "compute/gpu/measured_kernels.h"

namespace arete {

namespace {

constexpr double kStageCloud = 100'000, kDecimateCloud = 150'000;

/// The values of a parameter worth trying: all powers of two in its range, or all choices.
std::vector<double> valuesOf(const ParamInfo& info) {
  std::vector<double> values;
  if (info.kind == ParamKind::choice || info.kind == ParamKind::toggle) {
    const size_t count = info.kind == ParamKind::toggle ? 2 : info.choices.size();
    for (size_t i = 0; i < count; ++i) values.push_back(double(i));
    return values;
  }
  for (double value = 1; value <= info.maximum; value *= 2)
    if (value >= info.minimum) values.push_back(value);
  return values;
}

const ParamInfo* parameter(const Version& version, std::string_view id) {
  const auto found = std::ranges::find(version.parameters, id, [](const ParamInfo* info) { return info->id; });
  return found == version.parameters.end() ? nullptr : *found;
}

/// Calls visit(params, texts) for every combination of the values of the parameters with these ids that the version has.
template <class Visit>
void sweep(const Version& version, std::span<const std::string_view> ids, const Visit& visit, ParamValues params = {},
           std::vector<ResultValue> shown = {}) {
  if (ids.empty()) return visit(params, shown);
  const ParamInfo* info = parameter(version, ids.front());
  if (info == nullptr) {
    shown.emplace_back("fixed");
    return sweep(version, ids.subspan(1), visit, params, shown);
  }
  for (const double value : valuesOf(*info)) {
    params.set(*info, value);
    std::vector<ResultValue> all = shown;
    if (info->kind == ParamKind::choice) all.emplace_back(params.text(*info));
    else all.emplace_back(value);
    sweep(version, ids.subspan(1), visit, params, all);
  }
}

void noteMissing(ExperimentResult& result, const Version& version, std::span<const std::string_view> ids) {
  for (const std::string_view id : ids)
    if (parameter(version, id) == nullptr)
      result.notes.push_back(std::string(version.id) + " has no parameter '" + std::string(id) + "': it runs with its own fixed value");
}

std::string deviceLabel(const Version& version) { return version.backend == Backend::cuda ? "GPU" : "CPU"; }

}  // namespace

ExperimentResult runChoose(Lab& lab) {
  ExperimentResult result{.table = {{{"source", ""}, {"like", ""}, {"r1", ""}, {"version", ""}, {"time", "ms"}, {"chosen", "points"}}, {}}};
  const std::string ofTable = "table 3.1", thesis = "thesis, GTX TITAN";
  result.table.rows = {{thesis, ofTable, {}, "conservative", 194.27, 1786.0},
                       {thesis, ofTable, {}, "greedy", 3.68, 4898.0},
                       {thesis, ofTable, {}, "greedy, decimated", 35.59, 787.0}};
  const uint32_t points = lab.points(kStageCloud);
  const PointCloud cloud = lab.spiral(points, 2);
  const auto versions = lab.available(Stage::choose);
  lab.setSteps(2 * versions.size());
  for (const double r1 : {kTable31R1, kSpiralR1}) {
    const bool alike = r1 == kTable31R1 && points == uint32_t(kStageCloud);
    const std::string like = alike ? ofTable : std::to_string(points) + " points, R1 " + textOf(r1);
    for (const Version* version : versions) {
      lab.next(std::string(version->id) + ", R1 " + textOf(r1));
      const auto choose = version->as<Stage::choose>();
      const ParamValues params;
      size_t chosen = 0;
      const double time = lab.time([&] { chosen = choose({cloud, r1, params}, lab.context(version->backend)).size(); });
      result.table.rows.push_back({"here, " + deviceLabel(*version), like, r1, std::string(version->id), time, double(chosen)});
    }
    for (const auto& [title, column] : {std::pair("Time", "time"), std::pair("Chosen points", "chosen")})
      result.plots.push_back({.kind = PlotKind::bars,
                              .title = std::string(title) + ": " + like,
                              .x = "version",
                              .y = column,
                              .series = {"source"},
                              .where = "like",
                              .only = like,
                              .logarithmicY = column == std::string_view("time")});
  }
  result.notes.push_back(
      "The thesis does not say which R1 its table was made with. R1 = 4.34, twice the σ of its segments, gives its counts: 1747 to 1802 for seeds 1 "
      "to 6 where it has 1786, and by 14 blocks of 512 threads, those of its GPU, 4877 to 4951 where it has 4898 (docs/measured/algorithm-notes.md). "
      "With the R1 = 8.34 of its figure 3.14 about 570 points are chosen.");
  if (points != uint32_t(kStageCloud))
    result.notes.push_back("At this scale nothing here is like the thesis's 100 000 points: its figures are in the table only.");
  if (const std::string& reason = cudaUnavailableReason(); !reason.empty())
    result.notes.push_back("The greedy versions and the one block run on a GPU only: " + reason + ".");
  return result;
}

ExperimentResult runChooseBlocks(Lab& lab) {
  ExperimentResult result{.table = {{{"version", ""}, {"dimension", ""}, {"layout", ""}, {"block_size", "threads"}, {"time", "ms"}}, {}}};
  const std::string_view ids[] = {"block_size"};
  const Version& version = findVersion("choose.cuda.one_block");
  noteMissing(result, version, ids);
  lab.setSteps(4);
  for (const int dimension : {2, 3})
    for (const Layout layout : {Layout::row, Layout::column}) {
      lab.next(std::to_string(dimension) + "D");
      const PointCloud cloud = lab.spiral(lab.points(kStageCloud), dimension).withLayout(layout);
      sweep(version, ids, [&](const ParamValues& params, const std::vector<ResultValue>& shown) {
        const auto choose = version.as<Stage::choose>();
        const double time = lab.time([&] { choose({cloud, kSpiralR1, params}, lab.context(Backend::cuda)); });
        result.table.rows.push_back({std::string(version.id), double(dimension), layout == Layout::row ? "row" : "column", shown[0], time});
      });
    }
  result.plots = {{.title = "Time of choose", .x = "block_size", .y = "time", .series = {"dimension", "layout"}, .logarithmicX = true}};
  return result;
}

ExperimentResult runEvolveBlocks(Lab& lab) {
  ExperimentResult result{
      .table = {{{"dimension", ""}, {"block_size", "threads"}, {"points_per_thread", ""}, {"iteration", "ms"}, {"speed", "GFLOP/s"}}, {}}};
  const std::string_view ids[] = {"block_size", "points_per_thread"};
  const Version& version = findVersion("evolve.cuda.brute_force");
  noteMissing(result, version, ids);
  static constexpr int kDimensions = 6, kIterations = 5;
  lab.setSteps(kDimensions);
  for (int dimension = 1; dimension <= kDimensions; ++dimension) {
    lab.next(std::to_string(dimension) + "D");
    const PointCloud cloud = lab.segment(lab.points(kStageCloud), dimension, kSegmentSigma);
    std::vector<uint32_t> every(std::min(cloud.size(), 1000u));
    for (uint32_t i = 0; i < every.size(); ++i) every[i] = i;
    const PointArray chosen = cloud.points().subset(every);
    sweep(version, ids, [&](const ParamValues& params, const std::vector<ResultValue>& shown) {
      const StageContext context = lab.context(Backend::cuda);
      const auto evolver = version.as<Stage::evolve>()({cloud, kSegmentSigma, params}, context);
      const double time = lab.time([&] {
        evolver->reset(chosen, context);
        for (int i = 0; i < kIterations; ++i) evolver->step(context);
      }) / kIterations;
      const double operations = 3.0 * dimension * cloud.size() * chosen.size();  // subtract, multiply, add per coordinate and pair
      result.table.rows.push_back({double(dimension), shown[0], shown[1], time, operations / time / 1e6});
    });
    result.plots.push_back({.kind = PlotKind::heatMap,
                            .title = std::to_string(dimension) + "D: GFLOP/s",
                            .x = "block_size",
                            .y = "points_per_thread",
                            .value = "speed",
                            .where = "dimension",
                            .only = textOf(dimension)});
  }
  result.notes.push_back("A complete iteration is measured, nearest and shift kernels together: " + std::to_string(kIterations) +
                         " in a row from 1000 chosen points.");
  return result;
}

ExperimentResult runDecimate(Lab& lab) {
  ExperimentResult result{.table = {{{"version", ""}, {"block_size", "threads"}, {"dimension", ""}, {"points", "points"}, {"time", "ms"}}, {}}};
  const std::string_view ids[] = {"block_size"};
  const auto versions = lab.available(Stage::decimate);
  static constexpr int kLeast = 2, kMost = 6;
  lab.setSteps(versions.size() * (kMost - kLeast + 1));
  for (int dimension = kLeast; dimension <= kMost; ++dimension) {
    const PointCloud cloud = lab.segment(lab.points(kDecimateCloud), dimension, kSegmentSigma);
    const double r1 = kSegmentSigma / 2;
    const StageContext cpu = lab.context(Backend::cpu);
    const ParamValues none;
    const PointArray chosen = cloud.points().subset(defaultVersion(Stage::choose, Backend::cpu).as<Stage::choose>()({cloud, r1, none}, cpu));
    for (const Version* version : versions) {
      lab.next(std::string(version->id) + ", " + std::to_string(dimension) + "D");
      sweep(*version, ids, [&](const ParamValues& params, const std::vector<ResultValue>& shown) {
        const auto decimate = version->as<Stage::decimate>();
        const double time = lab.time([&] { decimate({chosen, 2 * r1, params}, lab.context(version->backend)); });
        result.table.rows.push_back({std::string(version->id), shown[0], double(dimension), double(chosen.size()), time});
      });
    }
  }
  result.plots = {{.title = "One sweep, by dimension", .x = "dimension", .y = "time", .series = {"version", "block_size"}, .logarithmicY = true}};
  if (const std::string& reason = cudaUnavailableReason(); !reason.empty())
    result.notes.push_back("The thesis's versions v1, v2 and v3 run on a GPU only: " + reason + ".");
  return result;
}

ExperimentResult runDistanceMatrix(Lab& lab) {
  ExperimentResult result{.table = {{{"block", "threads"}, {"dimension", ""}, {"time", "µs"}, {"pairs", "G/s"}}, {}}};
  static constexpr uint32_t kPoints = 800;
  static constexpr int kRepeat = 99;  // a kernel of some microseconds
  lab.setSteps(3);
  for (const int dimension : {2, 3, 6}) {
    lab.next(std::to_string(dimension) + "D");
    const PointCloud cloud = lab.segment(kPoints, dimension, kSegmentSigma);
    for (uint32_t rows = 1; rows <= 32; rows *= 2) {
      const double milliseconds = cudaMatrixTime(cloud.points(), kSegmentSigma, rows, kRepeat, lab.device(Backend::cuda));
      result.table.rows.push_back({"32 x " + std::to_string(rows), double(dimension), milliseconds * 1000, kPoints * kPoints / milliseconds / 1e6});
    }
  }
  result.plots = {{.kind = PlotKind::bars, .title = "Matrix of 800 × 800 pairs", .x = "block", .y = "time", .series = {"dimension"}}};
  result.notes.push_back(
      "The kernel alone, by the GPU's clock; its launch takes about 2 µs of this. Pairs: all 640 000, though each is computed once, for its "
      "transpose "
      "too.");
  return result;
}

}  // namespace arete
