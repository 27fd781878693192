// The order of steps as a value: which stage comes when, how often, and what ends it. A Detector walks any plan; a job says which (Job::plan).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/catalog/stage_table.h"

namespace arete {

struct PlanStep {
  static constexpr uint32_t kUntilStill = UINT32_MAX;
  Stage stage;
  uint32_t most = 1;  ///< at most so often in a row; ends earlier with a step that changed nothing
  friend bool operator==(const PlanStep&, const PlanStep&) = default;
};

/// Steps in a row.
struct PlanPart {
  std::vector<PlanStep> steps;  ///< at least one
  bool untilStill = false;      ///< from the first one again until a pass through all of them changed nothing; else once
  bool smoothing = false;       ///< on the whole cloud, after a detection in tiles
  friend bool operator==(const PlanPart&, const PlanPart&) = default;
};

/// Of this stage so many steps in all; the detection ends with the last of them, as it is then.
struct PlanLimit {
  Stage stage;
  uint64_t steps;
  friend bool operator==(const PlanLimit&, const PlanLimit&) = default;
};

struct Plan {
  std::vector<PlanPart> parts;   ///< one after the other, at least one; the very first step, made once, takes the points from the cloud
  std::optional<Stage> joins;    ///< what makes the curve of any step; without it, its edges are those of the state
  std::optional<Stage> assigns;  ///< what knows which point of the cloud belongs to which chosen point
  std::optional<PlanLimit> limit;

  /// All that a detection runs, each once: in the order of the plan, then what joins.
  std::vector<Stage> stages() const;
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// Where a step is in a plan.
struct PlanPlace {
  Stage stage;
  uint32_t round = 0;    ///< passes through parts that were begun up to it, from 1; 0 of the very first step
  uint32_t inRound = 0;  ///< number among the steps of its stage in a row, from 1; 0 of the very first step
  bool smoothing = false;
  friend bool operator==(const PlanPlace&, const PlanPlace&) = default;
};

/// A way through a plan: knows which step is next from what the steps before have done. A value, so that going back to a step is a copy.
class PlanWalk {
 public:
  /// Throws Error(internal) for a plan without steps, or with a part without any.
  explicit PlanWalk(Plan plan);

  /// The step to come; not to be asked for after the end.
  PlanPlace next() const;
  /// How many steps of the next one's stage may follow each other at most, from that one on: 1 for what is done once.
  uint64_t inARow() const;
  /// The next step was made.
  void took(bool changed);

  bool ended() const { return ended_; }
  bool converged() const { return converged_; }  ///< ended because everything was done, not by the limit

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
