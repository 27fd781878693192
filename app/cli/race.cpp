// race: the same job by two to four versions, as tables, plots and a page.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/job_flags.h"
#include "app/cli/progress.h"
#include "app/cli/race_flags.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "app/cli/whole_file.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/experiments/page.h"
#include "compute/experiments/plot.h"
#include "compute/experiments/race_table.h"
#include "compute/io/format_table.h"

namespace arete::cli {

namespace {

struct RaceOptions {
  std::vector<std::string> files;
  std::string table, plot, page;
  bool json = false;
  RaceFlags race;
  JobFlags job;
  ReadFlags read;
};

void checkName(const std::string& path, std::string_view what, std::initializer_list<std::string_view> extensions) {
  if (path.empty() || std::ranges::find(extensions, extensionOr(*extensions.begin(), path)) != extensions.end()) return;
  std::string list;
  for (const std::string_view extension : extensions) list += (list.empty() ? "." : " or .") + std::string(extension);
  throw Error(ErrorKind::wrongUse, "cannot write the " + std::string(what), path, "its name does not end in " + list);
}

/// The cloud's suggestion where R1 is not given.
void setRadius(const PointCloud& cloud, Job& job, const std::stop_token& stop) {
  if (suggestIfUnset(cloud, job, stop)) remark("R1 is not given: " + numberText(job.r1()) + ", suggested from the cloud");
}

/// `last`: its column is not shown: it is too long for a line.
void print(const ResultTable& table, bool butLast = false) {
  std::vector<Table::Column> columns;
  const size_t count = table.columns.size() - (butLast ? 1 : 0);
  const auto isNumber = [](const auto& row, size_t c) { return std::holds_alternative<double>(row[c]); };
  for (size_t c = 0; c < count; ++c) {
    const bool numbers = std::ranges::any_of(table.rows, [&](const auto& row) { return isNumber(row, c); });
    columns.push_back({table.columns[c].id + (table.columns[c].unit.empty() ? "" : ", " + table.columns[c].unit),
                       numbers ? Table::Align::right : Table::Align::left});
  }
  Table text(std::move(columns));
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (size_t c = 0; c < count; ++c) cells.push_back(isNumber(row, c) ? shortNumber(std::get<double>(row[c])) : shown(row[c]));
    text.add(std::move(cells));
  }
  std::cout << text.text() << '\n';
}

void print(const Race& race) {
  std::cout << titleOf(race) << '\n' << aboutOf(race) << "\n\n";
  print(summaryOf(race));
  if (const ResultTable differences = differencesOf(race); !differences.rows.empty()) print(differences);
  print(stagesOf(race));
  const ResultTable counts = countsOf(race);
  if (!counts.rows.empty()) print(counts, true);
  std::vector<std::string_view> told;
  for (const Racer& racer : race.racers)
    for (const RaceCount& count : racer.counts)
      if (std::ranges::find(told, count.counter->label) == told.end()) {
        told.push_back(count.counter->label);
        std::cout << count.counter->label << ": " << count.counter->meaning << '\n';
      }
  for (const std::string& note : notesOf(race)) std::cout << note << '\n';
}

void run(const RaceOptions& options, std::stop_token stop) {
  checkName(options.table, "table", {"csv", "json"});
  checkName(options.plot, "plot", {"svg"});
  checkName(options.page, "page", {"html"});
  Job job = options.job.job();
  const RaceWish racers = options.race.wish(job);
  job.filter = options.read.filter();
  const CloudFile cloud = readWithProgress(std::span(options.files), options.read, stop);
  if (!racesNeighbours(racers.of)) setRadius(cloud.cloud, job, stop);
  Progress progress;
  RaceNews news;
  news.progress = [&](double fraction, std::string_view what) { progress.show(fraction, what); };
  const RaceInput input{
      .cloud = cloud.cloud, .of = racers.of, .entries = raceEntries(job, racers.of, racers.values), .repeat = options.race.repeat()};
  const Race race = raceVersions(input, stop, news);
  progress.clear();
  const ResultTable all = tableOf(race);
  writeWholeFile(options.table, extensionOr("csv", options.table) == "json" ? jsonOf(race) : csvOf(all), stop);
  writeWholeFile(options.plot, svgOf(all, plotsOf(race)), stop);
  if (!options.page.empty())
    writeWholeFile(options.page, pageOf(race, std::filesystem::path(options.files.front()).filename().string(), triedRacers(race, cloud.cloud, stop)),
                   stop);
  if (options.json) std::cout << jsonOf(race);
  else print(race);
}

}  // namespace

Run addRace(CommandApp& app) {
  const auto options = std::make_shared<RaceOptions>();
  app.addInputs("FILE", options->files, "The point cloud; several files are one cloud.")->required();
  options->race.add(app);
  const std::string output = "Output";
  app.addOutput("-o,--output", options->table, "Every time, stage and step: .csv or .json.")->group(output);
  app.addOutput("--plot", options->plot, "Plots: .svg.")->group(output);
  app.addOutput("--page", options->page, "Tables, plots and pictures on one page that needs nothing else: .html.")->group(output);
  app.add_flag("--json", options->json, "Print times, counts and steps as JSON.")->group(output);
  options->job.add(app);
  options->race.addSearches(app);
  options->read.add(app);
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
