#include "compute/experiments/race_table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "compute/experiments/plot.h"

namespace arete {

namespace {

constexpr const char *kWhole = "whole", *kStage = "stage", *kStep = "step";

ResultValue known(double value) { return std::isfinite(value) ? ResultValue(value) : ResultValue(); }
ResultValue unlessZero(double value) { return value > 0 ? ResultValue(value) : ResultValue(); }

double timesAsFast(const Race& race, const Racer& racer) { return race.racers.front().milliseconds / racer.milliseconds; }

/// A row of the large table, filled in by the names of its columns.
class Row {
 public:
  Row(ResultTable& table, const Racer& racer, const char* what) : table_(table), values_(table.columns.size()) {
    set("version", racer.entry.name);
    set("what", std::string(what));
  }
  ~Row() { table_.rows.push_back(std::move(values_)); }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  void set(std::string_view column, ResultValue value) { values_[table_.column(column)] = std::move(value); }

 private:
  ResultTable& table_;
  std::vector<ResultValue> values_;
};

void addWhole(ResultTable& table, const Race& race, const Racer& racer) {
  Row row(table, racer, kWhole);
  row.set("milliseconds", unlessZero(racer.milliseconds));
  row.set("times_as_fast", known(timesAsFast(race, racer)));
  row.set("bits", std::string(racer.equal ? "equal" : "differ"));
  if (!racer.hash.empty()) row.set("hash", racer.hash);
}

void addStage(ResultTable& table, const Race& race, const Racer& racer, const RacePart& part) {
  Row row(table, racer, kStage);
  row.set("stage", part.id);
  row.set("milliseconds", part.milliseconds);
  row.set("device_ms", unlessZero(part.device_ms));
  for (const RacePart& other : race.racers.front().parts)
    if (other.id == part.id) row.set("times_as_fast", known(other.milliseconds / part.milliseconds));
}

void addStep(ResultTable& table, const Race& race, const Racer& racer, uint32_t number) {
  const RaceStep& step = racer.steps[number];
  Row row(table, racer, kStep);
  row.set("stage", std::string(name(step.record.stage)));
  row.set("step", double(number));
  row.set("round", double(step.record.round));
  row.set("in_round", double(step.record.inRound));
  if (race.turns > 0) row.set("milliseconds", step.record.milliseconds), row.set("ended_ms", step.ended_ms);
  row.set("device_ms", unlessZero(step.record.device_ms));
  row.set("chosen", double(step.record.chosen));
  const StepEffect effect = stageInfo(step.record.stage).effect;
  if (effect == StepEffect::moves) row.set("moved", double(step.record.moved)), row.set("looked_at", unlessZero(double(step.record.lookedAt)));
  if (effect == StepEffect::removes) row.set("removed", double(step.record.removed));
  row.set("bits", std::string(step.equal ? "equal" : "differ"));
  row.set("hash", step.hash);
  if (!step.difference) return;
  row.set("identical", double(step.difference->identical));
  row.set("missing", double(step.difference->missing.size()));
  row.set("extra", double(step.difference->extra.size()));
  row.set("farthest", known(step.difference->hausdorff));
}

bool anyDiffers(const Race& race) {
  return std::ranges::any_of(race.racers, [](const Racer& racer) { return !racer.equal && !racer.steps.empty(); });
}

bool anyLooks(const Race& race) {
  return std::ranges::any_of(race.racers, [](const Racer& racer) { return racer.lookedAt() > 0; });
}

/// The row of the user's version that it races with; null where there is none.
const Version* userVersionOf(const Racer& racer) {
  for (const Version& version : catalog())
    if (version.ofUser && version.id == racer.entry.name) return &version;
  return nullptr;
}

std::string devicesOf(const Race& race) {
  std::string text;
  std::set<std::string> told;
  for (const Racer& racer : race.racers)
    if (told.insert(racer.device).second) text += (text.empty() ? "" : "; ") + racer.device;
  return text;
}

}  // namespace

std::string titleOf(const Race& race) {
  std::string of = race.of;
  std::ranges::replace(of, '_', ' ');
  const bool isStage = std::ranges::any_of(kStages, [&](Stage stage) { return name(stage) == race.of; });
  return (isStage ? "Versions of " : "By ") + of + ", side by side";
}

std::string aboutOf(const Race& race) {
  const std::string what = race.neighbours > 0 ? "k " + std::to_string(race.neighbours) : "R1 " + shown(race.r1);
  const std::string timed = race.turns == 0 ? "not timed yet" : race.turns == 1 ? "timed once" : "median of " + std::to_string(race.turns);
  return std::to_string(race.points) + " points · " + what + " · " + devicesOf(race) + " · " + timed;
}

std::string bitsOf(const Race& race, const Racer& racer) {
  if (&racer == &race.racers.front()) return "reference";
  if (racer.recall) return "recall " + shown(*racer.recall);
  if (racer.equal) return "bit-identical";
  const uint32_t from = racer.differsFrom().value_or(0);
  return from < racer.steps.size() ? "differ from step " + std::to_string(from) : "differ at the end";
}

ResultTable tableOf(const Race& race) {
  ResultTable table{{{"version", ""},
                     {"what", ""},
                     {"stage", ""},
                     {"step", ""},
                     {"round", ""},
                     {"in_round", ""},
                     {"milliseconds", "ms"},
                     {"device_ms", "ms"},
                     {"ended_ms", "ms"},
                     {"times_as_fast", ""},
                     {"chosen", "points"},
                     {"moved", "points"},
                     {"removed", "points"},
                     {"looked_at", "points"},
                     {"bits", ""},
                     {"hash", ""},
                     {"identical", "points"},
                     {"missing", "points"},
                     {"extra", "points"},
                     {"farthest", "cloud units"}},
                    {}};
  for (const Racer& racer : race.racers) {
    addWhole(table, race, racer);
    for (const RacePart& part : racer.parts) addStage(table, race, racer, part);
    for (uint32_t i = 0; i < racer.steps.size(); ++i) addStep(table, race, racer, i);
  }
  return table;
}

std::vector<Plot> plotsOf(const Race& race) {
  std::vector<Plot> plots = {{.kind = PlotKind::bars,
                              .title = "Time of each stage",
                              .x = "stage",
                              .y = "milliseconds",
                              .series = {"version"},
                              .where = "what",
                              .only = kStage,
                              .logarithmicY = true}};
  const auto add = [&](const char* title, const char* y, bool logarithmic) {
    plots.push_back({.title = title, .x = "step", .y = y, .series = {"version"}, .where = "what", .only = kStep, .logarithmicY = logarithmic});
  };
  if (race.neighbours > 0) return plots;
  add("Time of each step", "milliseconds", true);
  add("How far each is: when its steps have ended", "ended_ms", true);
  if (anyLooks(race)) add("Points rechecked", "looked_at", true);
  if (anyDiffers(race)) add("Greatest distance from the reference", "farthest", false);
  return plots;
}

ResultTable summaryOf(const Race& race) {
  ResultTable table{{{"version", ""}, {"median", "ms"}}, {}};
  const bool detections = race.neighbours == 0;
  const bool looks = anyLooks(race), spread = race.turns > 1;
  if (spread) table.columns.insert(table.columns.end(), {{"least", "ms"}, {"most", "ms"}});
  table.columns.insert(table.columns.end(), {{"speed-up", ""}, {"result", ""}});
  if (detections) table.columns.insert(table.columns.end(), {{"steps", ""}, {"iteration", "ms"}});
  if (looks) table.columns.push_back({"checks per point", ""});
  for (const Racer& racer : race.racers) {
    std::vector<ResultValue> row = {racer.entry.name, unlessZero(racer.milliseconds)};
    if (spread) {
      const auto [least, most] = std::ranges::minmax(racer.runs);
      row.emplace_back(least), row.emplace_back(most);
    }
    row.push_back(known(timesAsFast(race, racer)));
    row.emplace_back(bitsOf(race, racer));
    if (detections) {
      row.emplace_back(double(racer.steps.size()));
      row.push_back(unlessZero(racer.iteration_ms()));
    }
    if (looks) row.push_back(known(double(racer.lookedAt()) / race.points));
    table.rows.push_back(std::move(row));
  }
  return table;
}

ResultTable stagesOf(const Race& race) {
  ResultTable table{{{"stage", ""}}, {}};
  std::vector<std::string> ids;
  for (const Racer& racer : race.racers) {
    table.columns.push_back({racer.entry.name, "ms"});
    for (const RacePart& part : racer.parts)
      if (std::ranges::find(ids, part.id) == ids.end()) ids.push_back(part.id);
  }
  for (const std::string& id : ids) {
    std::vector<ResultValue>& row = table.rows.emplace_back(std::vector<ResultValue>{id});
    for (const Racer& racer : race.racers) {
      const auto part = std::ranges::find(racer.parts, id, &RacePart::id);
      row.push_back(part == racer.parts.end() ? ResultValue() : ResultValue(part->milliseconds));
    }
  }
  return table;
}

ResultTable countsOf(const Race& race) {
  ResultTable table{{{"stage", ""}, {"counter", ""}, {"unit", ""}}, {}};
  std::vector<std::pair<std::string, const CounterInfo*>> rows;
  for (const Racer& racer : race.racers) {
    table.columns.push_back({racer.entry.name, ""});
    for (const RaceCount& count : racer.counts)
      if (std::ranges::find(rows, std::pair(count.stage, count.counter)) == rows.end()) rows.emplace_back(count.stage, count.counter);
  }
  table.columns.push_back({"meaning", ""});
  for (const auto& [stage, counter] : rows) {
    std::vector<ResultValue> row = {stage, std::string(counter->label), std::string(counter->unit)};
    for (const Racer& racer : race.racers) {
      const auto found = std::ranges::find_if(racer.counts, [&](const RaceCount& each) { return each.stage == stage && each.counter == counter; });
      row.push_back(found == racer.counts.end() ? ResultValue() : ResultValue(found->value));
    }
    row.emplace_back(std::string(counter->meaning));
    table.rows.push_back(std::move(row));
  }
  return table;
}

ResultTable differencesOf(const Race& race) {
  ResultTable table{
      {{"version", ""}, {"from step", ""}, {"identical", "points"}, {"missing", "points"}, {"extra", "points"}, {"farthest", "cloud units"}}, {}};
  for (const Racer& racer : race.racers) {
    if (racer.equal || racer.steps.empty()) continue;
    std::vector<ResultValue> row = {racer.entry.name, double(racer.differsFrom().value_or(0)), {}, {}, {}, {}};
    if (const std::optional<Difference>& last = racer.steps.back().difference) {
      row[2] = double(last->identical), row[3] = double(last->missing.size()), row[4] = double(last->extra.size());
      row[5] = known(last->hausdorff);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> notesOf(const Race& race) {
  std::vector<std::string> notes;
  if (race.turns > 0)
    notes.push_back(race.turns == 1 ? "Each ran once before it was timed."
                                    : "Each ran once before, and then took its turn after the others, " + std::to_string(race.turns) +
                                          " times; times are medians, so stages need not add up to the whole.");
  for (const Racer& racer : race.racers)
    if (const Version* const users = userVersionOf(racer); users != nullptr)
      notes.push_back(racer.entry.name + " is a version from " + std::string(users->source) +
                      ". It runs in a process of its own; carrying points there and back is not counted. Sums and moves of evolve, and distances of "
                      "neighbours, are computed as in the reference, and count.");
  if (race.neighbours > 0) return notes;
  const auto inOneLaunch = [](const Racer& racer) {
    return std::ranges::any_of(racer.entry.job.stages(), [&](Stage stage) { return racer.entry.job.version(stage).loopOnDevice; });
  };
  for (const Racer& racer : race.racers)
    if (inOneLaunch(racer)) notes.push_back(racer.entry.name + " makes many iterations in one launch: their time is spread evenly over them.");
  for (const Racer& racer : race.racers) {
    if (racer.equal || userVersionOf(racer) != nullptr) continue;
    notes.push_back(racer.entry.name + (racer.exact ? " is exact, but gives other bits: with other parameters it is another question."
                                                    : " is inexact: missing are chosen points of the first without one within R1, extra the other "
                                                      "way round."));
  }
  return notes;
}

}  // namespace arete
