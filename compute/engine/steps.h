// What the steps of a plan are made by: the job's versions on the whole cloud, or in tiles. The Detector walks the plan and says which is next.
#pragma once

#include <functional>
#include <memory>

#include "compute/engine/chosen_state.h"
#include "compute/engine/job.h"

namespace arete {

/// What one step did to the state.
struct StepDone {
  uint32_t moved = 0;     ///< points of which a coordinate changed
  uint32_t removed = 0;   ///< points that went
  uint32_t altered = 0;   ///< points of which something else changed, and edges that came or went: a count that is 0 where nothing did
  uint64_t lookedAt = 0;  ///< cloud points whose nearest chosen point was searched for

  bool changed() const { return moved > 0 || removed > 0 || altered > 0; }
};

/// What is wanted of steps of one stage that follow each other.
struct StepRun {
  uint32_t limit = 1;                        ///< at most so many, at least one
  EvolveVisit wanted = EvolveVisit::chosen;  ///< chosen: the state is known after every step; counters: only after the last one
  std::function<void(const StepDone&)> visit = [](const StepDone&) {};  ///< called after each step
};

/// Makes steps from one state to the next. What a step yields depends on the state alone. Steps may hold what they know of the state that the
/// last call left (an Evolver holds S); who goes on from another one calls forget() first. Any call may throw Cancelled; then the state is that of
/// the last step that was visited with EvolveVisit::chosen, else the one before the run.
class Steps {
 public:
  virtual ~Steps() = default;
  /// Whether steps of this stage can be made at once. Else prepare() comes first: sorting, grids, taking up the state.
  virtual bool ready(Stage stage) const = 0;
  virtual void prepare(Stage stage, const ChosenState& state, const StageContext& context) = 0;
  /// Steps of one stage, the first of which has this place in the plan. Ends with a step that changed nothing, or earlier.
  virtual void run(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) = 0;
  /// The state to go on from is not the one that was left.
  virtual void forget() = 0;
  /// The curve of a state, by the stage that the plan says joins.
  virtual Curve join(Stage stage, const ChosenState& state, const StageContext& context) const = 0;
  /// As Evolver::assignment, of a stage that is ready.
  virtual std::vector<uint32_t> assignment(Stage stage, const StageContext& context) = 0;
  /// The tiles that the steps are made in, null for the whole cloud.
  virtual std::shared_ptr<const TileTree> tiles() const { return nullptr; }
  /// The leaves that these cloud points are in.
  virtual std::vector<uint32_t> tilesOf(std::span<const uint32_t>) const { return {}; }
};

/// The job's versions on the whole cloud, of chains or of a network: the exact answer, when they are exact. Both outlive the steps. Throws
/// Error(wrongUse) for a network in more than 3 dimensions.
std::unique_ptr<Steps> makeWholeSteps(const PointCloud& cloud, const Job& job);
std::unique_ptr<Steps> makeNetworkSteps(const PointCloud& cloud, const Job& job);

/// The job's versions in each tile, as kTileDetectionParam says. Builds the tree. Source: spec "Tiled detection"; thesis chapter 4.
std::unique_ptr<Steps> makeTiledSteps(const PointCloud& cloud, const Job& job, const StageContext& context);

}  // namespace arete
