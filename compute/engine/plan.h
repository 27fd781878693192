// The order of steps as a value: which stage comes when, how often, and what ends it. A Detector walks any plan; the job says which one (Job::plan).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/catalog/stage_table.h"

namespace arete {

struct PlanStep {
  static constexpr uint32_t kUntilStill = UINT32_MAX;
  Stage stage;
  uint32_t most = 1;  ///< at most this often in a row; ends earlier with a step that changed nothing
  friend bool operator==(const PlanStep&, const PlanStep&) = default;
};

/// Steps in a row.
struct PlanPart {
  std::vector<PlanStep> steps;  ///< at least one
  bool untilStill = false;      ///< repeats all of them until a pass changes nothing; else once
  bool smoothing = false;       ///< on the whole cloud, after a detection in tiles
  friend bool operator==(const PlanPart&, const PlanPart&) = default;
};

/// A limit on the number of steps of this stage; the detection ends with the last of them.
struct PlanLimit {
  Stage stage;
  uint64_t steps;
  friend bool operator==(const PlanLimit&, const PlanLimit&) = default;
};

struct Plan {
  std::vector<PlanPart> parts;   ///< one after the other, at least one; the very first step is made once and takes the points from the cloud
  std::optional<Stage> joins;    ///< which stage makes the curve of a step; without one, the curve has the edges of the state
  std::optional<Stage> assigns;  ///< which stage knows the chosen point that each cloud point belongs to
  std::optional<PlanLimit> limit;

  /// All stages that a detection runs, each once: in the order of the plan, then the one that joins.
  std::vector<Stage> stages() const;
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// Where a step is in a plan.
struct PlanPlace {
  Stage stage;
  uint32_t round = 0;    ///< number of passes through parts begun so far, from 1; 0 for the very first step
  uint32_t inRound = 0;  ///< number among consecutive steps of its stage, from 1; 0 for the very first step
  bool smoothing = false;
  friend bool operator==(const PlanPlace&, const PlanPlace&) = default;
};

/// A walk through a plan: knows the next step from what the previous ones did. A value, so that going back to a step is a copy.
class PlanWalk {
 public:
  /// Throws Error(internal) for a plan without steps, or with a part without any.
  explicit PlanWalk(Plan plan);

  /// The next step; must not be called after the end.
  PlanPlace next() const;
  /// How many steps of the next step's stage may follow each other at most, that step included: 1 for what is done once.
  uint64_t inARow() const;
  /// Whether the plan limits the steps of the next one's stage, so that one of them may be the last of the detection.
  bool isLimited() const { return plan_.limit && plan_.limit->stage == step().stage; }
  /// Whether the detection may end with the next step, whatever it changes.
  bool mayEnd() const { return isLimited() || (part_ + 1 == plan_.parts.size() && step_ + 1 == part().steps.size()); }
  /// The next step was made.
  void took(bool changed);

  bool ended() const { return ended_; }
  bool converged() const { return converged_; }  ///< ended because nothing is left to do, not by the limit

 private:
  const PlanPart& part() const { return plan_.parts[part_]; }
  const PlanStep& step() const { return part().steps[step_]; }
  uint64_t leftInARow() const;
  void goOn();

  Plan plan_;
  size_t part_ = 0, step_ = 0;
  uint32_t round_ = 0, inRound_ = 0;
  uint64_t limited_ = 0;  ///< steps of the limited stage so far
  bool passChanged_ = false, ended_ = false, converged_ = false;
};

}  // namespace arete
