// Races: the same job computed in several ways, side by side.
#include <pybind11/stl.h>

#include "app/cli/job_flags.h"
#include "app/cli/race_flags.h"
#include "app/cli/version_files.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/engine/version_race.h"
#include "compute/experiments/page.h"
#include "compute/experiments/plot.h"
#include "compute/experiments/race_table.h"
#include "compute/io/read_clouds.h"
#include "python/detection.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/subjects.h"
#include "python/tables.h"
#include "python/working.h"

namespace arete::python {

namespace {

struct CloudRace {
  Race race;
  SharedCloud cloud;
};
using SharedRace = std::shared_ptr<CloudRace>;

/// `arguments`: the flags of `arete-cli race` that are neither files nor of reading them.
SharedRace race(const SharedCloud& cloud, const Arguments& arguments, const py::object& progress) {
  cli::takeVersionFiles(arguments, {});
  CLI::App app;
  cli::RaceFlags races;
  cli::JobFlags jobs;
  races.add(app);
  jobs.add(app);
  races.addSearches(app);
  parse(app, arguments);
  return inBackground(progress, [&](Working& working) {
    Job job = jobs.job();
    const RaceWish racers = races.wish(job);
    job.filter = cloud->filter;
    if (!racesNeighbours(racers.of)) suggestIfUnset(cloud->points(), job, working.stop(), working.reporting("finding R1"));
    RaceNews news;
    news.progress = [&](double fraction, std::string_view what) { working.report(fraction, what); };
    const RaceInput input{.cloud = cloud->points(), .of = racers.of, .entries = raceEntries(job, racers.of, racers.values), .repeat = races.repeat()};
    return std::make_shared<CloudRace>(CloudRace{raceVersions(input, working.stop(), news), cloud});
  });
}

py::object orNone(const std::optional<double>& value) { return value ? py::object(py::float_(*value)) : py::none(); }

py::list countsOf(const Racer& racer) {
  py::list list;
  for (const RaceCount& count : racer.counts) {
    py::dict row;
    row["stage"] = textOf(count.stage);
    row["what"] = textOf(count.counter->label);
    row["value"] = count.value;
    row["meaning"] = textOf(count.counter->meaning);
    list.append(row);
  }
  return list;
}

py::dict rowOf(const SharedRace& held, const Racer& racer) {
  py::dict row, stages;
  for (const RacePart& part : racer.parts) stages[textOf(part.id)] = part.milliseconds;
  row["name"] = textOf(racer.entry.name);
  row["value"] = textOf(racer.entry.value);
  row["device"] = textOf(racer.device);
  row["exact"] = racer.exact;
  row["milliseconds"] = racer.milliseconds;
  row["runs"] = racer.runs;
  row["stages"] = stages;
  row["steps"] = racer.steps.size();
  row["counts"] = countsOf(racer);
  row["equal"] = racer.equal;
  row["bits"] = textOf(bitsOf(held->race, racer));
  const auto from = racer.differsFrom();
  row["differs_from"] = from ? py::object(py::int_(*from)) : py::none();
  row["recall"] = orNone(racer.recall);
  row["hash"] = textOf(racer.hash);
  return row;
}

py::list racersOf(const SharedRace& held) {
  py::list list;
  for (const Racer& racer : held->race.racers) list.append(rowOf(held, racer));
  return list;
}

/// None for searches.
py::list endsOf(const SharedRace& held) {
  py::list list;
  for (const Racer& racer : held->race.racers)
    list.append(racer.end ? py::cast(std::make_shared<Detection>(Detection{racer.end, held->cloud})) : py::none());
  return list;
}

py::list notes(const SharedRace& held) {
  py::list list;
  for (const std::string& note : notesOf(held->race)) list.append(textOf(note));
  return list;
}

std::string textAs(const SharedRace& held, const std::string& kind) {
  const Race& race = held->race;
  if (kind == "csv") return csvOf(tableOf(race));
  if (kind == "json") return jsonOf(race);
  if (kind == "svg") return svgOf(tableOf(race), plotsOf(race));
  const py::gil_scoped_release others;  // versions of users are compared first
  return pageOf(race, held->cloud->files.empty() ? "" : nameOf(held->cloud->files), triedRacers(race, held->cloud->points(), {}));
}

}  // namespace

void addRaces(py::module_& module) {
  py::class_<CloudRace, SharedRace> type(module, "Race");
  type.def("title", [](const SharedRace& held) { return textOf(titleOf(held->race)); });
  type.def("about", [](const SharedRace& held) { return textOf(aboutOf(held->race)); });
  type.def("of", [](const SharedRace& held) { return textOf(held->race.of); });
  type.def("racers", &racersOf);
  type.def("ends", &endsOf);
  type.def("notes", &notes);
  type.def("columns", [](const SharedRace& held) { return columnsOf(tableOf(held->race)); });
  type.def("units", [](const SharedRace& held) { return unitsOf(tableOf(held->race)); });
  type.def("text", [](const SharedRace& held, const std::string& kind) { return textOf(textAs(held, kind)); });
  module.def("race", &race);
}

}  // namespace arete::python
