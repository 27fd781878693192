// The thesis's tables and figures as runs.
#include "compute/experiments/experiment.h"

#include "python/arrays.h"
#include "python/errors.h"
#include "python/subjects.h"
#include "python/working.h"

namespace arete::python {

namespace {

py::list listOf() {
  py::list list;
  for (const Experiment& each : experiments()) {
    py::dict row;
    row["id"] = textOf(each.id);
    row["title"] = textOf(each.title);
    row["shows"] = textOf(each.shows);
    row["unavailable"] = textOf(each.unavailable());
    list.append(row);
  }
  return list;
}

using SharedReport = std::shared_ptr<ExperimentReport>;

SharedReport runOne(const std::string& id, double scale, int repeat, uint64_t seed, int threads, const py::object& progress) {
  const Experiment& experiment = findExperiment(id);
  return inBackground(progress, [&](Working& working) {
    ExperimentOptions options{.scale = scale, .repeat = repeat, .seed = seed, .threads = threads};
    options.stop = working.stop();
    options.progress = [&](double fraction, std::string_view what) { working.report(fraction, what); };
    const auto report = std::make_shared<ExperimentReport>(runExperiment(experiment, options));
    report->options.stop = {};  // of this call, which ends here
    report->options.progress = {};
    return report;
  });
}

py::object valueOf(const ResultValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return py::float_(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return textOf(*text);
  return py::none();
}

/// Columns by name, each a list.
py::dict columnsOf(const SharedReport& report) {
  const ResultTable& table = report->result.table;
  py::dict columns;
  for (size_t k = 0; k < table.columns.size(); ++k) {
    py::list values;
    for (const auto& row : table.rows) values.append(valueOf(row[k]));
    columns[textOf(table.columns[k].id)] = values;
  }
  return columns;
}

py::dict unitsOf(const SharedReport& report) {
  py::dict units;
  for (const ResultColumn& column : report->result.table.columns) units[textOf(column.id)] = textOf(column.unit);
  return units;
}

py::tuple save(const SharedReport& report, const std::string& folder) {
  WrittenExperiment written;
  {
    const py::gil_scoped_release released;
    written = writeExperiment(*report, folder.empty() ? std::filesystem::path(kExperimentsFolder) : std::filesystem::path(folder));
  }
  py::list files, warnings;
  for (const auto& file : written.files) files.append(textOf(file.string()));
  for (const std::string& warning : written.warnings) warnings.append(textOf(warning));
  return py::make_tuple(files, warnings);
}

}  // namespace

void addExperiments(py::module_& module) {
  py::class_<ExperimentReport, SharedReport> type(module, "ExperimentReport");
  type.def("title", [](const SharedReport& report) { return textOf(report->experiment->title); });
  type.def("columns", &columnsOf);
  type.def("units", &unitsOf);
  type.def("device", [](const SharedReport& report) { return textOf(report->device); });
  type.def("notes", [](const SharedReport& report) {
    py::list notes;
    for (const std::string& note : report->result.notes) notes.append(textOf(note));
    return notes;
  });
  type.def("html", [](const SharedReport& report) { return textOf(experimentHtml(*report)); });
  type.def("save", &save);
  module.def("experiments", &listOf);
  module.def("experiment", &runOne);
}

}  // namespace arete::python
