#include "app/cli/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace arete::cli {

std::string shortNumber(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  // Integers keep all their digits: 1234567, not 1.235e+06.
  static constexpr double kLargestPlain = 1e15;
  if (std::abs(value) >= std::pow(10, digits - 1) && std::abs(value) < kLargestPlain) value = std::round(value), digits = 16;
  return numberText(value, digits);
}

std::string fixedNumber(double value, int digits) {
  if (!std::isfinite(value)) return {};
  constexpr size_t kLongest = 400;
  char text[kLongest];
  const auto [end, fault] = std::to_chars(text, text + kLongest, value, std::chars_format::fixed, digits);
  return {text, end};
}

std::string countText(uint64_t value) {
  static constexpr size_t kGroup = 3;
  std::string text = std::to_string(value);
  for (size_t at = text.size(); at > kGroup;) text.insert(text.begin() + ptrdiff_t(at -= kGroup), ' ');
  return text;
}

std::string plural(uint64_t count, std::string_view noun) { return countText(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s"); }

std::string joined(std::span<const std::string_view> parts, std::string_view separator) {
  std::string text;
  for (std::string_view part : parts) text.append(text.empty() ? "" : separator).append(part);
  return text;
}

std::string cpuTakesOverText(const Error& error) { return std::string(error.what()) + "\n  the CPU goes on from the start"; }

/// ", from lines of tracks: they join 96 % of the legs; …": what a network is made of.
static std::string tracksText(const RadiusSuggestion& suggestion) {
  if (!suggestion.tracks || suggestion.tracks->use == TrackUse::off) return "";
  const TrackFinding& found = *suggestion.tracks;
  std::string text = " for " + std::string(found.use == TrackUse::lines ? "lines" : "fixes") + " of tracks";
  if (!found.correlation && !found.spread) return text + " that hardly pass a street twice";
  text += " (correlation ";
  text += found.correlation ? shortNumber(*found.correlation) : "unknown";
  if (found.spread) text += ", spread " + shortNumber(*found.spread);
  return text + ", " + shortNumber(std::round(100 * found.joined)) + " % of the legs joined)";
}

std::string suggestionText(const RadiusSuggestion& suggestion) {
  const std::string r1 = numberText(suggestion.r1);
  const std::string doubt = suggestion.doubt.empty() ? "" : "\n  " + suggestion.doubt;
  if (suggestion.found) return "R1 is not given: taking " + r1 + ", suggested from the cloud" + tracksText(suggestion) + "; --r1 changes it" + doubt;
  return "R1 is not given, and was not found: taking " + r1 + "; --r1 changes it\n  " + suggestion.reason;
}

std::string jsonText(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'; }

static std::string padded(const std::string& cell, size_t width, Table::Align align) {
  const std::string space(width - std::min(width, cell.size()), ' ');
  return align == Table::Align::left ? cell + space : space + cell;
}

std::string Table::text() const {
  std::vector<size_t> widths;
  for (size_t k = 0; k < columns_.size(); ++k) {
    widths.push_back(columns_[k].title.size());
    for (const auto& row : rows_) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string text;
  const auto addLine = [&](auto&& cell) {
    std::string line;
    for (size_t k = 0; k < columns_.size(); ++k) line += (k == 0 ? "" : "  ") + padded(cell(k), widths[k], columns_[k].align);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  };
  addLine([&](size_t k) { return columns_[k].title; });
  for (const auto& row : rows_) addLine([&](size_t k) { return row[k]; });
  return text;
}

std::string Table::markdown() const {
  std::string text = "|", rule = "|";
  for (const Column& column : columns_) {
    text += ' ' + column.title + " |";
    rule += column.align == Align::left ? "---|" : "---:|";
  }
  text += '\n' + rule + '\n';
  for (const auto& row : rows_) {
    text += '|';
    for (std::string cell : row) {
      for (size_t bar = cell.find('|'); bar != cell.npos; bar = cell.find('|', bar + 2)) cell.insert(bar, 1, '\\');
      text += ' ' + cell + " |";
    }
    text += '\n';
  }
  return text;
}

}  // namespace arete::cli
