#include "compute/experiments/page.h"

#include <cmath>

#include "compute/core/number_text.h"
#include "compute/experiments/plot.h"

namespace arete {

static std::string exactNumber(double value) { return std::isfinite(value) ? numberText(value) : ""; }

static std::string csvField(const ResultValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return exactNumber(*number);
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return "";
  if (text->find_first_of(",\"\n") == text->npos) return *text;
  std::string quoted = "\"";
  for (const char c : *text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string csvOf(const ResultTable& table) {
  std::string text;
  for (size_t i = 0; i < table.columns.size(); ++i) text += (i == 0 ? "" : ",") + table.columns[i].id;
  text += '\n';
  for (const auto& row : table.rows) {
    for (size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csvField(row[i]);
    text += '\n';
  }
  return text;
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

Page::Page(std::string_view title, std::string_view heading) {
  static constexpr std::string_view kStyle =
      "body{font:15px/1.5 sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
      "h1{font-size:1.5em;margin-bottom:.2em}.about{color:#555}.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(460px,1fr));gap:1em}"
      "svg{width:100%;height:auto;border:1px solid #ddd;border-radius:4px}table{border-collapse:collapse;margin:1em 0;font-size:13px}"
      "th,td{padding:.2em .7em;border-bottom:1px solid "
      "#e5e5e5;text-align:left;vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}"
      "tr.thesis{background:#f4f1e8}li{margin:.2em 0}h2{font-size:1.15em;margin:1.4em 0 .3em}summary{cursor:pointer}"
      "pre{background:#f6f6f6;padding:.7em;overflow-x:auto;font-size:12px}.row{display:flex;gap:1em;margin:.6em 0}.row svg{flex:1;min-width:0}";
  body_ = "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>" + escaped(title) +
          "</title><style>" + std::string(kStyle) + "</style></head><body>\n<h1>" + escaped(heading) + "</h1>\n";
}

void Page::addText(std::string_view text) { body_ += "<p>" + escaped(text) + "</p>\n"; }

void Page::addAbout(std::string_view text) { body_ += "<p class='about'>" + escaped(text) + "</p>\n"; }

void Page::addHeading(std::string_view text) { body_ += "<h2>" + escaped(text) + "</h2>\n"; }

void Page::addPlots(const ResultTable& table, std::span<const Plot> plots) {
  body_ += "<div class='plots'>\n";
  for (const Plot& plot : plots) body_ += svgOf(table, plot);
  body_ += "</div>\n";
}

void Page::addSvgs(std::span<const std::string> elements) {
  body_ += "<div class='row'>\n";
  for (const std::string& element : elements) body_ += element;
  body_ += "</div>\n";
}

void Page::addNotes(std::span<const std::string> notes) {
  body_ += "<ul>\n";
  for (const std::string& note : notes) body_ += "<li>" + escaped(note) + "</li>\n";
  body_ += "</ul>\n";
}

void Page::addTable(const ResultTable& table) { body_ += htmlTable(table); }

void Page::addFoldedTable(std::string_view title, const ResultTable& table) {
  body_ += "<details><summary>" + escaped(title) + "</summary>\n" + htmlTable(table) + "</details>\n";
}

void Page::addFoldedText(std::string_view title, std::string_view text) {
  body_ += "<details><summary>" + escaped(title) + "</summary>\n<pre>" + escaped(text) + "</pre></details>\n";
}

}  // namespace arete
