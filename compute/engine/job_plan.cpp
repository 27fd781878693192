// Which plan a job asks for. Sources: spec "The algorithm"; thesis algorithm 1, and 4.1.2 for smoothing; network, section 2.
#include "compute/engine/job.h"
#include "compute/engine/wire_plan.h"
#include "compute/network/rules/network_params.h"

namespace arete {

/// Evolve until S stands still, decimate until nothing is removed, and both again until neither changes anything.
static constexpr PlanStep kEvolve{Stage::evolve, PlanStep::kUntilStill}, kDecimate{Stage::decimate, PlanStep::kUntilStill};

/// Nodes on the ridge; then edges between them, in rounds, because isolated nodes leave and their points then support other edges; then the shape.
static Plan networkPlan() {
  constexpr NetworkRules kRules;
  Plan plan;
  plan.parts.push_back(
      {.steps = {{Stage::super_points}, {Stage::fog}, {Stage::local_radius}, {Stage::seeds}, {Stage::ridge_shift, kRules.shifts}, {Stage::thin}}});
  for (int round = 1; round <= kRules.rounds; ++round)
    plan.parts.push_back({.steps = {{Stage::witnesses}, {Stage::spanner}, {Stage::prune}, {Stage::background}}});
  plan.parts.push_back({.steps = {{Stage::crest},
                                  {Stage::background},
                                  {Stage::bridges},
                                  {Stage::prune},
                                  {Stage::tree},
                                  {Stage::junctions},
                                  {Stage::polish, uint32_t(kRules.polishes)},
                                  {Stage::refit},
                                  {Stage::ends},
                                  {Stage::twigs},
                                  {Stage::cross_sections},
                                  {Stage::side_lines}}});
  return plan;
}

Plan Job::plan() const {
  if (curveKind() == CurveKind::network) return asksForWires(params) ? wirePlan() : networkPlan();
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
