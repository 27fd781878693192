// experiment: runs one of the thesis's experiments and writes it as CSV, JSON and a web page.
#include "compute/experiments/experiment.h"

#include <filesystem>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/job.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace fs = std::filesystem;

namespace {

struct ExperimentWish {
  std::string id, folder;
  bool list = false, json = false;
  ExperimentOptions experiment;
};

void printList(bool asJson) {
  Json list = Json::array();
  Table table({{"id"}, {"runs here"}, {"title"}});
  for (const Experiment& each : experiments()) {
    const std::string reason(each.unavailable());
    list.push_back({{"id", each.id}, {"title", each.title}, {"shows", each.shows}, {"available", reason.empty()}, {"reason", reason}});
    table.add({std::string(each.id), reason.empty() ? "yes" : "no: " + reason, std::string(each.title)});
  }
  std::cout << (asJson ? jsonText(list) : table.text());
}

void print(const ExperimentReport& report) {
  std::vector<Table::Column> columns;
  for (const ResultColumn& column : report.result.table.columns) columns.push_back({column.id + (column.unit.empty() ? "" : ", " + column.unit)});
  Table table(columns);
  for (const auto& row : report.result.table.rows) {
    std::vector<std::string> cells;
    for (const ResultValue& value : row) {
      const auto* number = std::get_if<double>(&value);
      const auto* text = std::get_if<std::string>(&value);
      cells.push_back(number != nullptr ? shortNumber(*number) : text != nullptr ? *text : "-");
    }
    table.add(std::move(cells));
  }
  std::cout << report.experiment->title << "\n\n" << table.text() << '\n';
  for (const std::string& note : report.result.notes) std::cout << note << '\n';
}

void run(ExperimentWish options, std::stop_token stop) {
  if (options.list) return printList(options.json);
  if (options.id.empty()) throw Error(ErrorKind::wrongUse, "no experiment", "ID", "none is named", "'arete-cli experiment --list' shows them");
  const Experiment& experiment = findExperiment(options.id);
  std::error_code ignored;
  if (!options.folder.empty() && !fs::is_directory(options.folder, ignored))
    throw Error(ErrorKind::io, "cannot write", options.folder, "there is no such folder", "create it, or choose another folder");
  Progress progress;
  options.experiment.stop = stop;
  options.experiment.progress = [&](double fraction, std::string_view what) { progress.show(fraction, what); };
  const ExperimentReport report = runExperiment(experiment, options.experiment);
  progress.clear();

  if (options.json) std::cout << experimentJson(report);
  else print(report);
  const WrittenExperiment written = writeExperiment(report, options.folder.empty() ? fs::path(kExperimentsFolder) : fs::path(options.folder));
  warn(written.warnings);
  for (const fs::path& path : written.files) (options.json ? std::cerr : std::cout) << "wrote     " << printable(path.string()) << '\n';
}

}  // namespace

Run addExperiment(CommandApp& app) {
  const auto options = std::make_shared<ExperimentWish>();
  app.add_option("ID", options->id, "The experiment, named after the thesis's table or figure: see --list.");
  app.add_flag("--list", options->list, "Lists all experiments and why some cannot run here.");
  app.add_flag("--json", options->json, "As JSON: the list, or what the experiment measured.");
  const auto files = [options](const fs::path& folder) {
    const bool nothing = options->id.empty() || folder.empty();  // its default folder, which is made when it is missing
    return nothing ? std::vector<fs::path>() : experimentFiles(options->id, folder);
  };
  app.addOutputFolder("-o,--output", options->folder,
                      "Folder for ID.csv, ID.json and ID.html (default: " + std::string(kExperimentsFolder) + ", made here).", files);
  app.add_option("--scale", options->experiment.scale, "Share of the thesis's number of points (default 1).")
      ->type_name("NUMBER")
      ->check(CLI::Range(kLeastExperimentScale, kMostExperimentScale));
  app.add_option("--repeat", options->experiment.repeat, "Runs; their median time is given (default 3).")
      ->type_name("K")
      ->check(CLI::Range(1, kMostExperimentRepeats));
  app.add_option("--seed", options->experiment.seed, "Seed of the generated clouds (default 1).")->type_name("N");
  app.add_option("--threads", options->experiment.threads, "CPU threads; 0 = all (default).")
      ->type_name("N")
      ->check(CLI::Range(int(kThreadsParam.minimum), int(kThreadsParam.maximum)));
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
