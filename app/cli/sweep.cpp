// sweep: detections over a ladder of R1, as a table and a plot.
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/job_flags.h"
#include "app/cli/measure.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/experiments/plot.h"
#include "compute/experiments/sweep_table.h"
#include "compute/files/text_file.h"
#include "compute/io/format_table.h"

namespace arete::cli {

namespace {

struct SweepWish {
  std::vector<std::string> files;
  std::string table, plot, reference;
  LadderWish ladder;
  bool json = false;
  JobFlags job;
  ReadFlags read;
};

void check(const SweepWish& options) {
  const std::string table = extensionOr("csv", options.table), plot = extensionOr("svg", options.plot);
  if (!options.table.empty() && table != "csv" && table != "json")
    throw Error(ErrorKind::wrongUse, "cannot write the table", options.table, "its name ends neither in .csv nor in .json");
  if (!options.plot.empty() && plot != "svg")
    throw Error(ErrorKind::wrongUse, "cannot write the plot", options.plot, "its name does not end in .svg");
  const LadderWish& ladder = options.ladder;
  if (!ladder.needsR1() && ladder.from > ladder.to)
    throw Error(ErrorKind::wrongUse, "there is no radius between these", "--from " + numberText(ladder.from), "--to is smaller", "exchange them");
}

/// Where they depend on R1, the job gets what the cloud suggests if it has none.
std::vector<double> radiiOf(const SweepWish& options, const PointCloud& cloud, Job& job, const std::stop_token& stop) {
  if (options.ladder.needsR1() && suggestIfUnset(cloud, job, {stop, {}, {}, warnThatCpuTakesOver}))
    remark("R1 is not given: the ladder is around " + numberText(job.r1()) + ", suggested from the cloud");
  return radiiToSweep(cloud, job, options.ladder, stop);
}

std::string cell(const ResultValue& value) {
  const double* const number = std::get_if<double>(&value);
  return number != nullptr ? numberText(*number) : "";
}

std::string jsonOf(const ResultTable& table, std::span<const SweepPoint> points) {
  Json rows = Json::array();
  for (size_t i = 0; i < points.size(); ++i) {
    Json row = Json::object();
    for (size_t c = 0; c < table.columns.size(); ++c) {
      const double* const number = std::get_if<double>(&table.rows[i][c]);
      row[table.columns[c].id] = number != nullptr ? Json(*number) : Json(nullptr);
    }
    row["hash"] = points[i].frame->hash;
    rows.push_back(std::move(row));
  }
  return jsonText({{"program", "arete " ARETE_VERSION}, {"points", points.front().frame->cloud.size()}, {"sweep", std::move(rows)}});
}

void writeTable(const std::string& path, const ResultTable& table, std::span<const SweepPoint> points, const std::stop_token& stop) {
  TextFile file(path, stop);
  if (extensionOr("csv", path) == "csv") {
    for (const ResultColumn& column : table.columns) file.put(column.id, ',');
    file.put("hash\n");
    for (size_t i = 0; i < points.size(); ++i) {
      for (const ResultValue& value : table.rows[i]) file.put(cell(value), ',');
      file.put(points[i].frame->hash, '\n');
    }
  } else {
    file.put(jsonOf(table, points));
  }
  if (!file.commit()) warn(kNotDurable);
}

void printSweep(const ResultTable& table) {
  std::vector<Table::Column> columns;
  for (const ResultColumn& column : table.columns) {
    std::string title = column.id;
    std::ranges::replace(title, '_', ' ');
    columns.push_back({title, Table::Align::right});
  }
  Table shown(std::move(columns));
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const ResultValue& value : row) {
      const double* const number = std::get_if<double>(&value);
      cells.push_back(number != nullptr ? shortNumber(*number) : "");
    }
    shown.add(std::move(cells));
  }
  std::cout << shown.text();
}

void run(const SweepWish& options, std::stop_token stop) {
  check(options);
  Job job = options.job.job();
  job.filter = options.read.filter();
  const CloudFile cloud = readWithProgress(std::span(options.files), options.read, stop);
  std::optional<CurveFile> truth;
  if (!options.reference.empty()) {
    truth = readReference(options.reference);
    bringTo(cloud.crs, options.reference, *truth);
    if (truth->polylines.empty() || truth->polylines.dimension != cloud.cloud.dimension())
      throw Error(ErrorKind::wrongUse, "cannot compare with this reference", options.reference,
                  "it has no line with " + plural(uint64_t(cloud.cloud.dimension()), "coordinate") + " a point", "give the curve of this cloud");
  }
  const std::vector<double> radii = radiiOf(options, cloud.cloud, job, stop);
  Progress progress;
  progress.show(0, "R1 " + shortNumber(radii.front()));
  const auto showNext = [&](const std::vector<SweepPoint>& made) {
    const auto next = size_t(std::ranges::upper_bound(radii, made.back().r1) - radii.begin());
    progress.show(double(next) / double(radii.size()), "R1 " + shortNumber(radii[std::min(next, radii.size() - 1)]));
  };
  const auto leftOut = [](double r1, const Error& reason) { warn("R1 " + shortNumber(r1) + " is left out: " + reason.what()); };
  std::vector<SweepPoint> points;
  orOnCpu(job, warnThatCpuTakesOver, [&](const Job& wanted, Backend&) {
    const auto device = makeDevice(wanted);
    points = radiusSweep({cloud.cloud, wanted, radii, truth ? &truth->polylines : nullptr, leftOut}, *device, stop, showNext);
  });
  progress.clear();
  const ResultTable table = tableOf(points);
  if (!options.table.empty()) writeTable(options.table, table, points, stop);
  if (!options.plot.empty()) {
    TextFile file(options.plot, stop);
    file.put(svgOf(table, plotsOf(table)));
    if (!file.commit()) warn(kNotDurable);
  }
  if (options.json) std::cout << jsonOf(table, points);
  else printSweep(table);
  if (const std::string steady = steadyText(points, job.r1()); !steady.empty() && !options.json) std::cout << steady << '\n';
}

}  // namespace

Run addSweep(CommandApp& app) {
  const auto options = std::make_shared<SweepWish>();
  app.addInputs("FILE", options->files, "The point cloud; several files are one cloud.")->required();
  const std::string ladder = "Radii", output = "Output";
  app.add_option(
         "--from", options->ladder.from,
         "Smallest R1. Default: of networks the finest at which the cloud can be told from dust; of chains a quarter of --r1, or of the suggested "
         "one.")
      ->type_name("RADIUS")
      ->check(CLI::PositiveNumber)
      ->group(ladder);
  app.add_option("--to", options->ladder.to,
                 "Largest R1. Default: of networks a sixth of the cloud's diagonal; of chains four times --r1, or the suggested one.")
      ->type_name("RADIUS")
      ->check(CLI::PositiveNumber)
      ->group(ladder);
  constexpr int kMostSteps = 1000;
  app.add_option("--steps", options->ladder.steps,
                 "How many, in even ratios. Default: of networks in steps of about the root of 2, at most 24; of chains 17.")
      ->type_name("N")
      ->check(CLI::Range(1, kMostSteps))
      ->group(ladder);
  app.addOutput("-o,--output", options->table, "The table: .csv or .json.")->group(output);
  app.addOutput("--plot", options->plot, "Plots over R1: .svg.")->group(output);
  app.add_flag("--json", options->json, "Print the table as JSON.")->group(output);
  app.addInput("--reference", options->reference, "The true curve: how close each result is to it becomes part of the table.", "CURVE")
      ->group(output);
  options->job.addPreset(app);
  options->job.add(app);
  options->read.add(app);
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
