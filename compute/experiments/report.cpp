// Writes the results of an experiment: CSV, JSON, and a page to read.
#include <cmath>
#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/experiments/page.h"
#include "compute/experiments/plot.h"
#include "compute/files/atomic_file.h"
#include "compute/files/file_error.h"

namespace arete {

using Json = nlohmann::ordered_json;

std::string experimentCsv(const ExperimentReport& report) { return csvOf(report.result.table); }

std::string experimentJson(const ExperimentReport& report) {
  const ResultTable& table = report.result.table;
  Json json = {{"program", "arete " ARETE_VERSION}, {"experiment", report.experiment->id},
               {"title", report.experiment->title}, {"device", report.device},
               {"scale", report.options.scale},     {"repeat", report.options.repeat},
               {"seed", report.options.seed},       {"notes", report.result.notes},
               {"columns", Json::array()},          {"rows", Json::array()}};
  for (const ResultColumn& column : table.columns) json["columns"].push_back({{"id", column.id}, {"unit", column.unit}});
  for (const auto& row : table.rows) {
    Json object = Json::object();
    for (size_t i = 0; i < row.size(); ++i) {
      Json& value = object[table.columns[i].id];
      if (const auto* number = std::get_if<double>(&row[i]); number != nullptr && std::isfinite(*number)) value = *number;
      else if (const auto* text = std::get_if<std::string>(&row[i])) value = *text;
    }
    json["rows"].push_back(std::move(object));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string experimentHtml(const ExperimentReport& report) {
  const Experiment& experiment = *report.experiment;
  Page page(std::string(experiment.id) + ": " + std::string(experiment.title), experiment.title);
  page.addText(experiment.shows);
  page.addAbout(std::string(experiment.id) + " of the thesis · arete " ARETE_VERSION " · " + report.device + " · scale " +
                shown(report.options.scale) + " · median of " + std::to_string(report.options.repeat) + " · seed " +
                std::to_string(report.options.seed));
  page.addPlots(report.result.table, report.result.plots);
  page.addNotes(report.result.notes);
  page.addTable(report.result.table);
  return page.html();
}

struct ExperimentText {
  std::string_view extension;
  std::string (*text)(const ExperimentReport&);
};
static constexpr ExperimentText kFiles[] = {{".html", experimentHtml}, {".csv", experimentCsv}, {".json", experimentJson}};

std::vector<std::filesystem::path> experimentFiles(std::string_view id, const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const ExperimentText& each : kFiles) files.push_back(folder / std::string(id).append(each.extension));
  return files;
}

WrittenExperiment writeExperiment(const ExperimentReport& report, const std::filesystem::path& folder) {
  WrittenExperiment written{experimentFiles(report.experiment->id, folder), {}};
  checkName("cannot write", folder);
  std::error_code error;
  if (!std::filesystem::create_directory(folder, error) && error) failFile("cannot make the folder", folder, error.value());
  for (size_t i = 0; i < written.files.size(); ++i) {
    AtomicFile file(written.files[i]);
    file.write(kFiles[i].text(report));
    if (!file.commit()) written.warnings.emplace_back(kNotDurable);
  }
  return written;
}

}  // namespace arete
