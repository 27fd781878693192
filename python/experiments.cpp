// The thesis's tables and figures as runs.
#include "compute/experiments/experiment.h"

#include "python/arrays.h"
#include "python/errors.h"
#include "python/subjects.h"
#include "python/tables.h"
#include "python/working.h"

namespace arete::python {

namespace {

py::list listExperiments() {
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

py::tuple saveReport(const SharedReport& report, const std::string& folder) {
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
  type.def("columns", [](const SharedReport& report) { return columnsOf(report->result.table); });
  type.def("units", [](const SharedReport& report) { return unitsOf(report->result.table); });
  type.def("device", [](const SharedReport& report) { return textOf(report->device); });
  type.def("notes", [](const SharedReport& report) {
    py::list notes;
    for (const std::string& note : report->result.notes) notes.append(textOf(note));
    return notes;
  });
  type.def("html", [](const SharedReport& report) { return textOf(experimentHtml(*report)); });
  type.def("save", &saveReport);
  module.def("experiments", &listExperiments);
  module.def("experiment", &runOne);
}

}  // namespace arete::python
