#include "compute/engine/chain_steps.h"

#include <utility>

#include "compute/core/gpu_points.h"

namespace arete {

/// A plan that asks for steps that this class cannot make is a bug of the program.
[[noreturn]] static void refuse(Stage stage) {
  throw Error(ErrorKind::internal, "cannot detect ridges", name(stage), "no step of chains is made by this stage", "please report this");
}

void ChainSteps::prepare(Stage, const ChosenState& state, const StageContext& context) {
  held_ = false;
  reset(state, context);
  held_ = true;
}

void ChainSteps::run(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) {
  if (first.stage == Stage::choose) runChoose(state, run, context);
  else if (first.stage == Stage::evolve) runEvolve(state, run, context);
  else if (first.stage == Stage::decimate) runDecimate(state, run, context);
  else refuse(first.stage);
}

void ChainSteps::runChoose(ChosenState& state, const StepRun& run, const StageContext& context) {
  held_ = false;
  ChosenState chosen = choose(context);
  context.checkStop();
  state = std::move(chosen);
  run.visit({});
}

ChosenState ChainSteps::stateOf(std::span<const uint32_t> chosen) const {
  return {pointsAt(cloud_, chosen).withLayout(Layout::row), std::vector<uint64_t>(chosen.begin(), chosen.end())};
}

void ChainSteps::runEvolve(ChosenState& state, const StepRun& run, const StageContext& context) {
  held_ = false;  // until the run is complete: a version may be ahead of what it has shown
  runningVersion() = job_.version(Stage::evolve).id;
  const auto visit = [&](const EvolveStep& done) {
    if (run.wanted == EvolveVisit::chosen) state.points = chosen();
    run.visit({.moved = done.moved, .lookedAt = done.pointsLookedAt});
  };
  evolve(run.limit, visit, run.wanted, context);
  if (run.wanted == EvolveVisit::counters) state.points = chosen();
  held_ = true;
}

void ChainSteps::runDecimate(ChosenState& state, const StepRun& run, const StageContext& context) {
  const std::vector<uint32_t> kept = sweep(state, context);
  context.checkStop();
  const auto removed = uint32_t(state.points->size() - kept.size());
  if (removed > 0) {
    if (std::exchange(held_, false)) keep(kept, context), held_ = true;
    state = state.subset(kept);
  }
  run.visit({.removed = removed});
}

Curve ChainSteps::join(Stage stage, const ChosenState& state, const StageContext& context) const {
  if (stage != Stage::order) refuse(stage);
  return order(state, context);
}

Curve ChainSteps::order(const ChosenState& state, const StageContext& context) const {
  return job_.function<Stage::order>()({*state.points, job_.r2(), job_.params}, context);
}

std::vector<uint32_t> ChainSteps::assignment(Stage stage, const StageContext& context) {
  if (stage != Stage::evolve) refuse(stage);
  return assignmentOfChosen(context);
}

}  // namespace arete
