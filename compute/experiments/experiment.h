// The thesis's experiments as runs of this program: one table that the command line, the window and the tests walk. An experiment ends
// in a table of numbers and the plots that are made from it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compute/core/device.h"

namespace arete {

struct ResultColumn {
  std::string id;    ///< snake_case: the head of the CSV column
  std::string unit;  ///< "ms", "points"; "" for none
};

/// A text, a number, or nothing measured.
using ResultValue = std::variant<std::monostate, std::string, double>;

struct ResultTable {
  std::vector<ResultColumn> columns;
  std::vector<std::vector<ResultValue>> rows;  ///< one value per column

  size_t column(std::string_view id) const;  ///< throws Error(internal) when there is none
};

enum class PlotKind : uint8_t { lines, bars, heatMap };

/// How a plot is made from the table: columns by id.
struct Plot {
  PlotKind kind = PlotKind::lines;
  std::string title;
  std::string x, y;                 ///< bars: x is the category axis; heatMap: the two axes
  std::string value;                ///< heatMap: what is coloured
  std::vector<std::string> series;  ///< lines, bars: rows alike in these are one line, one colour
  std::string where;                ///< only rows whose `only` column says this
  std::string only;
  bool logarithmicX = false, logarithmicY = false;
};

struct ExperimentResult {
  ResultTable table;
  std::vector<Plot> plots;
  std::vector<std::string> notes;  ///< what was left out and why, what to note
};

struct ExperimentOptions {
  double scale = 1;  ///< share of the thesis's number of points
  int repeat = 3;    ///< runs; their median time is taken
  uint64_t seed = 1;
  int threads = 0;  ///< CPU threads; 0 = all
  std::stop_token stop;
  std::function<void(double fraction, std::string_view what)> progress;  ///< 0…1; may be empty
};

inline constexpr double kLeastExperimentScale = 1e-6, kMostExperimentScale = 1000;
inline constexpr int kMostExperimentRepeats = 1000;

class Lab;

struct Experiment {
  std::string_view id;     ///< "table-3.1", "fig-4.16"
  std::string_view title;  ///< one line
  std::string_view shows;  ///< what can be learnt from it: one or two sentences
  bool needsGpu = false;   ///< measures CUDA versions only
  ExperimentResult (*run)(Lab&);

  /// Why it cannot run here, "" when it can.
  std::string_view unavailable() const;
};

/// In the order of the thesis.
std::span<const Experiment> experiments();
/// Throws Error(wrongUse) that lists the known ids, the closest first.
const Experiment& findExperiment(std::string_view id);

/// A finished experiment with everything needed to write it.
struct ExperimentReport {
  const Experiment* experiment = nullptr;
  ExperimentOptions options;
  std::string device;
  ExperimentResult result;
};

/// Throws Error(wrongUse) with the reason when it cannot run here, or for options out of range; Cancelled.
ExperimentReport runExperiment(const Experiment& experiment, const ExperimentOptions& options);

std::string experimentCsv(const ExperimentReport& report);
std::string experimentJson(const ExperimentReport& report);
/// A self-contained page: no script, font or picture from elsewhere.
std::string experimentHtml(const ExperimentReport& report);

/// The files that writeExperiment makes: ID.html, ID.csv and ID.json.
std::vector<std::filesystem::path> experimentFiles(std::string_view id, const std::filesystem::path& folder);

struct WrittenExperiment {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> warnings;
};
/// Where experiments are written by default: a folder of their own, away from clouds.
inline constexpr std::string_view kExperimentsFolder = "arete-experiments";
/// Writes experimentFiles into the folder, which is made if only its last part is missing. Throws Error(io).
WrittenExperiment writeExperiment(const ExperimentReport& report, const std::filesystem::path& folder);

}  // namespace arete
