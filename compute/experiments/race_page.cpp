// A race as JSON, and as a page that stands alone.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "compute/experiments/answer_page.h"
#include "compute/experiments/page.h"
#include "compute/experiments/plot.h"
#include "compute/experiments/race_table.h"
#include "compute/experiments/roofline_plot.h"
#include "compute/mine/user_rows.h"

namespace arete {

using Json = nlohmann::ordered_json;

namespace {

Json numberOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json stepJson(const RaceStep& step) {
  Json json = {{"stage", name(step.record.stage)},
               {"round", step.record.round},
               {"in_round", step.record.inRound},
               {"chosen", step.record.chosen},
               {"moved", step.record.moved},
               {"removed", step.record.removed},
               {"looked_at", step.record.lookedAt},
               {"milliseconds", step.record.milliseconds},
               {"device_ms", step.record.device_ms},
               {"ended_ms", step.ended_ms},
               {"equal", step.equal},
               {"hash", step.hash}};
  if (step.difference)
    json["difference"] = {{"identical", step.difference->identical},
                          {"missing", step.difference->missing.size()},
                          {"extra", step.difference->extra.size()},
                          {"hausdorff", numberOrNull(step.difference->hausdorff)}};
  return json;
}

Json racerJson(const Race& race, const Racer& racer) {
  const std::optional<uint32_t> from = racer.differsFrom();
  Json json = {{"version", racer.entry.name},
               {"device", racer.device},
               {"exact", racer.exact},
               {"milliseconds", racer.milliseconds},
               {"runs", racer.runs},
               {"times_as_fast", numberOrNull(race.racers.front().milliseconds / racer.milliseconds)},
               {"iteration_ms", numberOrNull(racer.iteration_ms())},
               {"equal", racer.equal},
               {"differs_from", from ? Json(*from) : Json()},
               {"hash", racer.hash}};
  if (racer.recall) json["recall"] = *racer.recall;
  json["stages"] = Json::array(), json["counts"] = Json::array(), json["steps"] = Json::array();
  for (const RacePart& part : racer.parts)
    json["stages"].push_back({{"id", part.id}, {"milliseconds", part.milliseconds}, {"device_ms", part.device_ms}, {"help", part.help}});
  for (const RaceCount& count : racer.counts)
    json["counts"].push_back({{"stage", count.stage},
                              {"id", count.counter->id},
                              {"label", count.counter->label},
                              {"unit", count.counter->unit},
                              {"value", count.value},
                              {"meaning", count.counter->meaning}});
  for (const RaceStep& step : racer.steps) json["steps"].push_back(stepJson(step));
  return json;
}

/// When the first of them has ended.
double shortest_ms(const Race& race) {
  double shortest = race.longest_ms();
  for (const Racer& racer : race.racers)
    if (!racer.steps.empty()) shortest = std::min(shortest, racer.steps.back().ended_ms);
  return shortest;
}

/// What the catalogue says of those that are versions.
ResultTable versionsOf(const Race& race) {
  ResultTable table{{{"version", ""}, {"what it shows", ""}, {"source", ""}}, {}};
  for (const Version& version : catalog())
    for (const Racer& racer : race.racers)
      if (racer.entry.name == version.id) table.rows.push_back({racer.entry.name, std::string(version.shows), std::string(version.source)});
  return table;
}

/// Sources of users' versions, with what nvcc says of their kernels: registers, shared memory, spills.
void addSources(Page& page, const Race& race) {
  for (const Racer& racer : race.racers)
    if (const auto version = mine::userVersion(racer.entry.name)) {
      if (!version->figures.empty()) page.addFoldedText("What the compiler says of the kernels of " + racer.entry.name, version->figures);
      page.addFoldedText("Source of " + racer.entry.name, version->source);
    }
}

}  // namespace

std::string jsonOf(const Race& race) {
  Json json = {{"program", "arete " ARETE_VERSION}, {"race", race.of}, {"points", race.points}, {"turns", race.turns}};
  if (race.neighbours > 0) json["neighbours"] = race.neighbours;
  else json["r1"] = race.r1;
  json["racers"] = Json::array();
  for (const Racer& racer : race.racers) json["racers"].push_back(racerJson(race, racer));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string pageOf(const Race& race, const std::string& cloud, std::span<const TriedRacer> tried) {
  Page page(titleOf(race), titleOf(race));
  page.addAbout((cloud.empty() ? "" : cloud + " · ") + aboutOf(race) + " · arete " ARETE_VERSION);
  page.addTable(summaryOf(race));
  page.addNotes(notesOf(race));
  for (const TriedRacer& each : tried) {
    page.addHeading("The answer of " + each.version + " beside the reference's");
    addAnswer(page, each.trial);
  }
  addRoofline(page, race.roofline());
  const ResultTable all = tableOf(race);
  page.addPlots(all, plotsOf(race));
  const bool pictured = race.neighbours == 0;
  if (pictured) {
    page.addHeading("At one time: when the first of them has ended, after " + shown(shortest_ms(race)) + " ms");
    page.addSvgs(statePictures(race, shortest_ms(race), true));
    page.addHeading("At the end");
    page.addSvgs(statePictures(race, {}, false));
  }
  if (const ResultTable differences = differencesOf(race); !differences.rows.empty()) {
    page.addHeading("Where they differ from the first, at the end");
    page.addTable(differences);
  }
  page.addHeading("Time of each stage");
  page.addTable(stagesOf(race));
  if (const ResultTable counts = countsOf(race); !counts.rows.empty()) {
    page.addHeading("What was counted");
    page.addTable(counts);
  }
  if (const ResultTable versions = versionsOf(race); !versions.rows.empty()) {
    page.addHeading("The versions");
    page.addTable(versions);
  }
  addSources(page, race);
  if (pictured) page.addFoldedTable("Every step", all);
  return page.html();
}

}  // namespace arete
