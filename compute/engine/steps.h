// What makes the steps of a plan: the job's versions on the whole cloud, or in tiles. The Detector walks the plan and says which step is next.
#pragma once

#include <functional>
#include <memory>

#include "compute/chains/paged/store_report.h"
#include "compute/chains/parts/parts_report.h"
#include "compute/engine/chosen_state.h"
#include "compute/engine/job.h"
#include "compute/network/super_points/contract.h"

namespace arete {

/// What one step did to the state.
struct StepDone {
  uint32_t moved = 0;     ///< points of which a coordinate changed
  uint32_t removed = 0;   ///< points that were removed
  uint32_t altered = 0;   ///< points with other changes, and edges added or removed: 0 only where nothing changed
  uint64_t lookedAt = 0;  ///< cloud points whose nearest chosen point was searched for

  bool changed() const { return moved > 0 || removed > 0 || altered > 0; }
};

/// What is wanted from consecutive steps of one stage.
struct StepRun {
  uint32_t limit = 1;                        ///< at most this many, at least one
  EvolveVisit wanted = EvolveVisit::chosen;  ///< chosen: the state is known after every step; counters: only after the last one
  std::function<void(const StepDone&)> visit = [](const StepDone&) {};  ///< called after each step
  bool mayOwe = false;                                                  ///< nobody looks at the state before write(): it may be left as it was
};

/// How much a state has.
struct StateSize {
  uint32_t points, edges;
};

/// Makes steps from one state to the next. What a step yields depends on the state alone. Steps may remember things about the state that the
/// last call left (an Evolver holds S); to go on from another state, call forget() first. Any call may throw Cancelled; then the state is that of
/// the last step that was visited with EvolveVisit::chosen, else the one before the run.
class Steps {
 public:
  virtual ~Steps() = default;
  /// Whether steps of this stage can be made at once. If not, prepare() comes first: sorting, grids, taking over the state.
  virtual bool ready(Stage stage) const = 0;
  virtual void prepare(Stage stage, const ChosenState& state, const StageContext& context) = 0;
  /// Makes steps of one stage, the first of which has this place in the plan. Ends with a step that changed nothing, or earlier.
  virtual void run(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) = 0;
  /// The next state is not the one that the last call left. What is owed is lost, unless it is the first step.
  virtual void forget() = 0;
  /// Whether they make use of StepRun::mayOwe.
  virtual bool canOwe() const { return false; }
  /// Whether the state lacks what runs have made since it was written.
  virtual bool owes() const { return false; }
  /// Writes into the state what is owed; it must be the one that the runs were given.
  virtual void write(ChosenState&) {}
  /// Of the state, with what is owed to it.
  virtual StateSize sizeOf(const ChosenState& state) const { return {state.points->size(), uint32_t(state.edges->size())}; }
  /// The curve of a state, made by the plan's joining stage.
  virtual Curve join(Stage stage, const ChosenState& state, const StageContext& context) const = 0;
  /// As Evolver::assignment, by a stage that is ready.
  virtual std::vector<uint32_t> assignment(Stage stage, const StageContext& context) = 0;
  /// The tiles in which the steps are made; null for the whole cloud.
  virtual std::shared_ptr<const TileTree> tiles() const { return nullptr; }
  /// The leaves that these cloud points are in.
  virtual std::vector<uint32_t> tilesOf(std::span<const uint64_t>) const { return {}; }
  /// What was sent between the parts in which the steps were made so far; null where there are none.
  virtual std::shared_ptr<const PartsReport> parts() const { return nullptr; }
  /// What was read and written of the points so far; null where they are in memory.
  virtual std::shared_ptr<const StoreReport> store() const { return nullptr; }
};

/// The job's versions on the whole cloud, for chains or a network: the exact answer, when they are exact. Cloud and job must outlive the steps.
/// Throws Error(wrongUse) for a network in more than 3 dimensions.
std::unique_ptr<Steps> makeWholeSteps(const PointCloud& cloud, const Job& job);
/// Gives the super-points instead of the stage, such as those of resampled points, or of points that are never all in memory.
struct SuperPointsSource {
  std::function<SuperPoints(const StageContext&)> make = {};  ///< empty: the stage gives them
  std::function<StoreReport()> report = {};                   ///< Steps::store(); empty: there is none
};
/// `cloud`: where `source` gives the super-points, only its bounds, origin and dimension are looked at, but for jobs that follow widths.
std::unique_ptr<Steps> makeNetworkSteps(const PointCloud& cloud, const Job& job, SuperPointsSource source = {});
/// With these rules instead of those that the job asks for.
std::unique_ptr<Steps> makeNetworkSteps(const PointCloud& cloud, const Job& job, const NetworkRules& rules);

/// Steps of a cloud and job that outlive them.
using StepsMaker = std::function<std::unique_ptr<Steps>(const PointCloud&, const Job&)>;

/// The job's versions in each tile, as kTileDetectionParam says. Builds the tree. Source: spec "Tiled detection"; thesis chapter 4.
std::unique_ptr<Steps> makeTiledSteps(const PointCloud& cloud, const Job& job, const StageContext& context);

}  // namespace arete
