// Writes the results of an experiment: CSV, JSON, and a page to read.
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/experiments/plot.h"
#include "compute/files/atomic_file.h"

namespace arete {

using Json = nlohmann::ordered_json;

static std::string exactNumber(double value) {
  char text[32];
  return std::isfinite(value) ? std::string(text, std::to_chars(text, text + sizeof text, value).ptr) : "";
}

static std::string csvField(const ResultValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return exactNumber(*number);
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return "";
  if (text->find_first_of(",\"\n") == text->npos) return *text;
  std::string quoted = "\"";
  for (const char c : *text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string experimentCsv(const ExperimentReport& report) {
  const ResultTable& table = report.result.table;
  std::string text;
  for (size_t i = 0; i < table.columns.size(); ++i) text += (i == 0 ? "" : ",") + table.columns[i].id;
  text += '\n';
  for (const auto& row : table.rows) {
    for (size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csvField(row[i]);
    text += '\n';
  }
  return text;
}

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

static std::string htmlTable(const ResultTable& table) {
  std::string html = "<table><thead><tr>";
  for (const ResultColumn& column : table.columns)
    html += "<th>" + escaped(column.id) + (column.unit.empty() ? "" : "<br><small>" + escaped(column.unit) + "</small>") + "</th>";
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    const auto* source = std::get_if<std::string>(&row.front());
    html += source != nullptr && source->starts_with("thesis") ? "<tr class='thesis'>" : "<tr>";
    for (const ResultValue& value : row) {
      const auto* number = std::get_if<double>(&value);
      if (number != nullptr) html += "<td class='n' data-value='" + exactNumber(*number) + "'>" + escaped(shown(value)) + "</td>";
      else html += "<td>" + escaped(shown(value)) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

std::string experimentHtml(const ExperimentReport& report) {
  static constexpr std::string_view kStyle =
      "body{font:15px/1.5 sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
      "h1{font-size:1.5em;margin-bottom:.2em}.about{color:#555}.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(460px,1fr));gap:1em}"
      "svg{width:100%;height:auto;border:1px solid #ddd;border-radius:4px}table{border-collapse:collapse;margin:1em 0;font-size:13px}"
      "th,td{padding:.2em .7em;border-bottom:1px solid "
      "#e5e5e5;text-align:left;vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}"
      "tr.thesis{background:#f4f1e8}li{margin:.2em 0}";
  const Experiment& experiment = *report.experiment;
  std::string html = "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>" +
                     escaped(experiment.id) + ": " + escaped(experiment.title) + "</title><style>" + std::string(kStyle) + "</style></head><body>\n";
  html += "<h1>" + escaped(experiment.title) + "</h1>\n<p>" + escaped(experiment.shows) + "</p>\n<p class='about'>" + escaped(experiment.id) +
          " of the thesis · arete " ARETE_VERSION " · " + escaped(report.device) + " · scale " + shown(report.options.scale) + " · median of " +
          std::to_string(report.options.repeat) + " · seed " + std::to_string(report.options.seed) + "</p>\n<div class='plots'>\n";
  for (const Plot& plot : report.result.plots) html += svgOf(report.result.table, plot);
  html += "</div>\n<ul>\n";
  for (const std::string& note : report.result.notes) html += "<li>" + escaped(note) + "</li>\n";
  return html + "</ul>\n" + htmlTable(report.result.table) + "</body></html>\n";
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
  std::error_code ignored;  // writing says what is wrong
  std::filesystem::create_directory(folder, ignored);
  for (size_t i = 0; i < written.files.size(); ++i) {
    AtomicFile file(written.files[i]);
    file.write(kFiles[i].text(report));
    if (!file.commit()) written.warnings.emplace_back(kNotDurable);
  }
  return written;
}

}  // namespace arete
