// Results as files that stand alone: tables as CSV, and pages that a browser shows without a network, a script or a font from elsewhere.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "compute/experiments/experiment.h"

namespace arete {

/// A line of column ids, then a line a row; numbers in the shortest form that reads back to the same double.
std::string csvOf(const ResultTable& table);

/// Made from the top down. All texts are escaped, except for what addSvg() gets.
class Page {
 public:
  /// `title`: of the window of the browser.
  Page(std::string_view title, std::string_view heading);
  void addText(std::string_view text);
  /// What was measured, where and how: a quiet line.
  void addAbout(std::string_view text);
  void addHeading(std::string_view text);
  void addPlots(const ResultTable& table, std::span<const Plot> plots);
  /// Elements `<svg>…</svg>` side by side.
  void addSvgs(std::span<const std::string> elements);
  void addNotes(std::span<const std::string> notes);
  void addTable(const ResultTable& table);
  /// Hidden behind its title until it is clicked.
  void addFoldedTable(std::string_view title, const ResultTable& table);
  /// The same of text whose lines stay as they are, as a source.
  void addFoldedText(std::string_view title, std::string_view text);
  std::string html() const { return body_ + "</body></html>\n"; }

 private:
  std::string body_;
};

}  // namespace arete
