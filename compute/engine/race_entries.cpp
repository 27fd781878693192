#include "compute/engine/race_entries.h"

#include <algorithm>
#include <set>
#include <thread>

#include "compute/core/choice_words.h"
#include "compute/core/cuda_support.h"
#include "compute/text/suggest.h"

namespace arete {

namespace {

constexpr std::string_view kBackend = "backend";
constexpr Backend kBackends[] = {Backend::cpu, Backend::cuda};
/// Another question, not another way to answer it.
constexpr const ParamInfo* kQuestions[] = {&kCurveParam, &kR1Param, &kR2Param};

[[noreturn]] void refuse(std::string_view where, std::string_view reason, std::string_view hint) {
  throw Error(ErrorKind::wrongUse, "cannot race", where, reason, hint);
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
  return text;
}

std::vector<Stage> racedStages(const Job& job) {
  std::vector<Stage> stages = job.stages();
  stages.push_back(Stage::knn);
  return stages;
}

/// Of the job and of the versions that it runs.
std::vector<const ParamInfo*> racedParameters(const Job& job) {
  std::vector<const ParamInfo*> infos;
  const auto add = [&](const ParamInfo* info) {
    const bool isQuestion = std::ranges::find(kQuestions, info) != std::end(kQuestions);
    if (!isQuestion && std::ranges::find(infos, info) == infos.end()) infos.push_back(info);
  };
  std::ranges::for_each(jobParameters(), add);
  for (const Stage stage : job.stages()) std::ranges::for_each(job.version(stage).parameters, add);
  return infos;
}

std::string labelOf(const Version& version) { return std::string(version.label) + (version.backend == Backend::cuda ? ", GPU" : ""); }
std::string labelOf(Backend backend) { return backend == Backend::cpu ? "CPU" : "GPU (CUDA)"; }

RaceChoice choiceOf(Stage stage) {
  RaceChoice choice{std::string(name(stage)), std::string(stageInfo(stage).title) + ": versions", std::string(stageInfo(stage).help), {}};
  for (const Version& version : versions(stage)) {
    choice.options.push_back({std::string(version.id), labelOf(version), std::string(version.shows), std::string(version.unavailable())});
  }
  return choice;
}

RaceChoice choiceOfBackends() {
  RaceChoice choice{std::string(kBackend), "Backends", "Where stages run that have no version chosen for them.", {}};
  for (const Backend backend : kBackends)
    choice.options.push_back({std::string(name(backend)), labelOf(backend), "The fastest exact version of each stage on it.",
                              backend == Backend::cuda ? cudaUnavailableReason() : std::string()});
  return choice;
}

/// All values of a choice; of the threads the powers of two up to all cores.
RaceChoice choiceOf(const ParamInfo& info) {
  RaceChoice choice{std::string(info.id), std::string(info.label), helpInWords(info), {}};
  const auto add = [&](double value) {
    ParamValues values;
    values.set(info, value);
    const std::string words = info.kind == ParamKind::choice ? choiceWords(info, size_t(value)) : capital(values.text(info));
    choice.options.push_back({values.text(info), words, helpInWords(info), ""});
  };
  const int cores = int(std::thread::hardware_concurrency());
  if (&info == &kThreadsParam)
    for (int threads = 1; threads <= cores; threads *= 2) add(threads);
  else if (info.kind == ParamKind::choice)
    for (size_t i = 0; i < info.choices.size(); ++i) add(double(i));
  else if (info.kind == ParamKind::toggle)
    for (const double value : {0, 1}) add(value);
  return choice;
}

RaceEntry versionEntry(Job job, Stage stage, const std::string& value) {
  const std::string prefix = std::string(name(stage)) + '.';
  const Version& version = findVersion(value.starts_with(prefix) ? value : prefix + value, stage);
  job.versionIds[size_t(stage)] = version.id;
  return {std::string(version.id), std::move(job), std::string(version.id), labelOf(version)};
}

RaceEntry backendEntry(Job job, const std::string& value) {
  const auto found = std::ranges::find(kBackends, value, [](Backend backend) { return name(backend); });
  if (found == std::end(kBackends)) refuse(value, "there is no such backend", "give cpu and cuda");
  if (*found == Backend::cuda && !cudaUnavailableReason().empty()) refuse(value, cudaUnavailableReason(), "race versions of the CPU");
  job.backend = *found;
  for (const Stage stage : job.stages())
    if (!job.versionIds[size_t(stage)].empty() && job.version(stage).backend != *found) job.versionIds[size_t(stage)].clear();
  return {"backend " + value, std::move(job), value, labelOf(*found)};
}

RaceEntry parameterEntry(Job job, const ParamInfo& info, const std::string& value) {
  job.params.setText(info, value);
  std::string words(info.id), text = job.params.text(info);
  std::ranges::replace(words, '_', ' ');
  const std::string shown = info.kind == ParamKind::choice ? ": " + choiceWords(info, size_t(job.params.get(info))) : ' ' + text;
  return {words + ' ' + text, std::move(job), text, std::string(info.label) + shown};
}

/// The id with underscores, as flags may have dashes.
const ParamInfo& parameterOf(const Job& job, std::string_view id) {
  std::string plain(id);
  std::ranges::replace(plain, '-', '_');
  for (const ParamInfo* info : kQuestions)
    if (info->id == plain) refuse(id, "with another value it is another question, not another way to answer it", "'sweep' compares radii");
  std::vector<std::string_view> known;
  for (const ParamInfo* info : racedParameters(job)) {
    if (info->id == plain) return *info;
    known.push_back(info->id);
  }
  for (const Stage stage : racedStages(job)) known.push_back(name(stage));
  known.push_back(kBackend);
  refuse(id, "this job has no such stage or parameter", "known, closest first: " + closestFirst(id, known));
}

RaceEntry entryOf(const Job& job, std::string_view id, const std::string& value) {
  for (const Stage stage : racedStages(job))
    if (name(stage) == id) return versionEntry(job, stage, value);
  if (id == kBackend) return backendEntry(job, value);
  return parameterEntry(job, parameterOf(job, id), value);
}

}  // namespace

RaceWish raceWish(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string first = text.substr(0, text.find_first_of(".=,"));
  const std::optional<Stage> stage = stageNamed(first);
  const bool namesStage = equals == text.npos && stage;
  if (!namesStage && (equals == text.npos || equals == 0))
    refuse(text, "it does not say what is to be compared",
           "give a stage and its versions, evolve=cpu.brute_force,cpu.accelerated, or a parameter and its values, threads=1,2");
  RaceWish wish{first, {""}};
  std::ranges::replace(wish.of, '-', '_');  // flags have dashes
  for (const char c : namesStage ? text : text.substr(equals + 1)) {
    if (c == ',') wish.values.emplace_back();
    else wish.values.back() += c;
  }
  if (!stage || name(*stage) == first) return wish;
  for (std::string& value : wish.values) value = presentId(value.starts_with(first + '.') ? value : first + '.' + value);
  wish.of = name(*stage);
  return wish;
}

bool racesNeighbours(std::string_view id) { return name(Stage::knn) == id; }

std::vector<RaceChoice> raceChoices(const Job& job) {
  std::vector<RaceChoice> choices;
  const auto add = [&](RaceChoice choice) {
    if (choice.options.size() >= kFewestRacers) choices.push_back(std::move(choice));
  };
  for (const Stage stage : racedStages(job)) add(choiceOf(stage));
  add(choiceOfBackends());
  for (const ParamInfo* info : racedParameters(job)) add(choiceOf(*info));
  return choices;
}

std::vector<std::string> usualValues(const RaceChoice& choice) {
  const bool ofVersions = std::ranges::any_of(kStages, [&](Stage stage) { return name(stage) == choice.id; });
  std::vector<std::string> values;
  for (const RaceOption& option : choice.options)
    if (option.unavailable.empty()) values.push_back(option.value);
  if (values.size() > kFewestRacers)
    ofVersions ? values.erase(values.begin(), values.end() - kFewestRacers) : values.erase(values.begin() + kFewestRacers, values.end());
  return values;
}

RaceWish usualRace(const Job& job) {
  const std::vector<Stage> stages = job.stages();
  const auto moves = std::ranges::find(stages, StepEffect::moves, [](Stage stage) { return stageInfo(stage).effect; });
  const RaceChoice choice = choiceOf(moves == stages.end() ? stages.front() : *moves);
  return {choice.id, usualValues(choice)};
}

std::vector<RaceEntry> raceEntries(const Job& job, std::string_view id, std::span<const std::string> values) {
  if (values.size() < kFewestRacers || values.size() > kMostRacers)
    refuse(id, std::to_string(values.size()) + (values.size() == 1 ? " takes part" : " take part"), "give two to four, separated by commas");
  std::vector<RaceEntry> entries;
  std::set<std::string> names;
  for (const std::string& value : values) {
    entries.push_back(entryOf(job, id, value));
    if (!names.insert(entries.back().name).second) refuse(value, "it takes part twice", "give each once");
  }
  return entries;
}

}  // namespace arete
