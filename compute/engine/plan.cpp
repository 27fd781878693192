#include "compute/engine/plan.h"

#include <algorithm>

#include "compute/core/error.h"

namespace arete {

std::vector<Stage> Plan::stages() const {
  std::vector<Stage> stages;
  const auto add = [&](Stage stage) {
    if (std::ranges::find(stages, stage) == stages.end()) stages.push_back(stage);
  };
  for (const PlanPart& part : parts)
    for (const PlanStep& step : part.steps) add(step.stage);
  if (joins) add(*joins);
  return stages;
}

PlanWalk::PlanWalk(Plan plan) : plan_(std::move(plan)) {
  if (plan_.parts.empty() || std::ranges::any_of(plan_.parts, [](const PlanPart& part) { return part.steps.empty(); }))
    throw Error(ErrorKind::internal, "cannot detect ridges", "plan", "it has a part without steps", "please report this");
}

PlanPlace PlanWalk::next() const { return {step().stage, round_, inRound_, part().smoothing}; }

uint64_t PlanWalk::inARow() const { return isLimited() ? std::min(leftInARow(), plan_.limit->steps - limited_) : leftInARow(); }

/// The next step, and the steps of its stage that may follow it.
uint64_t PlanWalk::leftInARow() const { return step().most == PlanStep::kUntilStill ? UINT64_MAX : step().most - (std::max(inRound_, 1u) - 1); }

void PlanWalk::took(bool changed) {
  if (isLimited() && ++limited_ == plan_.limit->steps) ended_ = true;
  passChanged_ = passChanged_ || changed;
  if (changed && leftInARow() > 1) ++inRound_;
  else goOn();
  round_ = std::max(round_, 1u);
}

/// Moves to the next step of the pass, else to the next pass, the next part, or the end.
void PlanWalk::goOn() {
  inRound_ = 1;
  if (++step_ < part().steps.size()) return;
  step_ = 0;
  ++round_;
  const bool again = part().untilStill && passChanged_;
  passChanged_ = false;
  if (again) return;
  if (part_ + 1 < plan_.parts.size()) ++part_;
  else ended_ = converged_ = true;
}

}  // namespace arete
