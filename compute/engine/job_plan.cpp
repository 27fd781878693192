// Which plan a job asks for. Source: spec "The algorithm"; thesis algorithm 1, and 4.1.2 for smoothing.
#include "compute/engine/job.h"

namespace arete {

/// Evolve until S stands still, decimate until nothing goes, and both again until neither changes anything.
static constexpr PlanStep kEvolve{Stage::evolve, true}, kDecimate{Stage::decimate, true};

Plan Job::plan() const {
  Plan plan{.parts = {{.steps = {{Stage::choose}}}, {.steps = {kEvolve, kDecimate}, .untilStill = true}},
            .joins = Stage::order,
            .assigns = Stage::evolve,
            .limit = {}};
  if (smoothing() == Smoothing::decimateThenEvolve) plan.parts.push_back({.steps = {kDecimate, kEvolve}, .smoothing = true});
  if (smoothing() == Smoothing::evolveThenDecimate) plan.parts.push_back({.steps = {kEvolve, kDecimate}, .smoothing = true});
  if (const auto most = uint64_t(params.get(kMaxIterationsParam)); most > 0) plan.limit = {Stage::evolve, most};
  return plan;
}

std::vector<Stage> Job::stages() const {
  std::vector<Stage> stages = plan().stages();
  if (tileDetection() == TileDetection::whole) return stages;
  for (const Stage stage : kTileStages) stages.push_back(stage);
  return stages;
}

}  // namespace arete
