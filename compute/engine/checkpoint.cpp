#include "compute/engine/checkpoint.h"

#include <algorithm>

#include "compute/core/error.h"

namespace arete {

static constexpr std::string_view kCannotResume = "cannot go on from this checkpoint";

std::vector<std::string> answerSettings(const Job& job) {
  std::vector<std::string> settings;
  const auto add = [&](const ParamInfo& info) { settings.push_back(std::string(info.id) + ' ' + job.params.text(info)); };
  add(kR1Param);
  ParamValues radii;
  radii.set(kR2Param, job.r2());
  settings.push_back(std::string(kR2Param.id) + ' ' + radii.text(kR2Param));
  add(kMaxIterationsParam);
  for (const Stage stage : job.stages()) {
    const Version& version = job.version(stage);
    if (!version.exact) settings.push_back(std::string(name(stage)) + ' ' + std::string(version.id));
    for (const ParamInfo* info : (version.exact ? versions(stage)[0] : version).parameters) add(*info);
  }
  return settings;
}

void checkCanBeKept(const Job& job) {
  const auto refuse = [](std::string_view where, std::string_view reason) {
    throw Error(ErrorKind::wrongUse, "cannot keep checkpoints", where, reason, "leave it out, or find chains in the whole cloud");
  };
  if (job.curveKind() == CurveKind::network) refuse("--curve network", "only detections of chains can be resumed");
  if (job.tileDetection() != TileDetection::whole) refuse("--tile-detection", "detections in tiles cannot be resumed");
}

static void checkSameCloud(const CloudFacts& a, const CloudFacts& b) {
  const bool same = a.count == b.count && a.dimension == b.dimension && a.scalar == b.scalar && a.origin == b.origin &&
                    a.bounds.minimum == b.bounds.minimum && a.bounds.maximum == b.bounds.maximum && a.distancesInRange == b.distancesInRange;
  if (same) return;
  throw Error(ErrorKind::wrongUse, kCannotResume, "the cloud", "it is of another cloud: their numbers of points, bounds or types differ",
              "give the files, columns and filter that it was begun with");
}

static void checkSameSettings(const std::vector<std::string>& kept, const std::vector<std::string>& given) {
  const auto [mine, yours] = std::ranges::mismatch(kept, given);
  if (mine == kept.end() && yours == given.end()) return;
  throw Error(
      ErrorKind::wrongUse, kCannotResume, "the parameters",
      "it was begun with " + (mine == kept.end() ? "nothing" : *mine) + ", and now " + (yours == given.end() ? "nothing" : *yours) + " is asked for",
      "give the parameters that it was begun with; versions, threads and parts may differ");
}

PlanWalk walkAfter(const Checkpoint& checkpoint, const CloudFacts& facts, const Job& job, const Plan& plan) {
  checkSameCloud(checkpoint.facts, facts);
  checkSameSettings(checkpoint.settings, answerSettings(job));
  PlanWalk walk(plan);
  uint64_t chosen = facts.count;
  for (size_t i = 0; i < checkpoint.history.size(); ++i) {
    const StepRecord& step = checkpoint.history[i];
    const bool isNext =
        !walk.ended() && walk.next() == PlanPlace{.stage = step.stage, .round = step.round, .inRound = step.inRound, .smoothing = step.smoothing};
    const bool isPossible =
        step.removed <= chosen && step.moved <= step.chosen && (i == 0 ? step.chosen <= chosen : step.chosen == chosen - step.removed);
    if (!isNext || !isPossible)
      throw Error(ErrorKind::badInput, kCannotResume, "step " + std::to_string(i), "it is not a step of this detection", "start it anew");
    chosen = step.chosen;
    walk.took(step.moved > 0 || step.removed > 0);
  }
  if (checkpoint.history.empty() || checkpoint.state.points->size() != chosen)
    throw Error(ErrorKind::badInput, kCannotResume, "the chosen points", "they are not as many as its last step left", "start it anew");
  return walk;
}

}  // namespace arete
