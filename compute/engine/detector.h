// A detection as a state machine: walks a plan step by step, forward and back. Source: spec "The algorithm".
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "compute/core/cloud_facts.h"
#include "compute/core/device.h"
#include "compute/engine/checkpoint.h"
#include "compute/engine/frame.h"
#include "compute/engine/history.h"
#include "compute/engine/steps.h"

namespace arete {

/// How far to go: one step (an evolve iteration, a decimate sweep), to the end of the next sweep, of the round, or of the detection.
enum class StepKind : uint8_t { one, sweep, round, end };

struct DetectorOptions {
  size_t historyBytes = size_t(256) << 20;
  std::optional<Plan> plan = {};                ///< instead of the job's
  StepsMaker makeSteps = {};                    ///< on the whole cloud; else makeWholeSteps()
  std::shared_ptr<const Checkpoint> from = {};  ///< goes on from here instead of making the first step; then there is no going back before it
  std::function<void(double)> progress = {};    ///< of the stage that runs, 0…1, on any thread, one at a time
  std::function<void(Stage)> ranStage = {};     ///< called when a stage has been run, perhaps for many steps: what it made of the device is done
};

/// Makes the plan's first step (choose) at construction, or takes over a checkpoint; later calls move on or back. Not thread-safe: the engine's
/// compute thread owns it. When a call throws Cancelled, the detector stands at the last completed step, or at an earlier one where nobody looked at
/// those between, and can go on.
class Detector {
 public:
  /// Called after each completed step, for progress and intermediate frames. May call frame() without assignment, and no other function of the
  /// detector.
  using Observer = std::function<void(Detector&)>;
  /// How closely the observer looks. Now and then: several steps are made at once, about as many as take as long as a picture stays, and states that
  /// nobody looks at are not written, where steps can owe them; of the last step that was asked for the one before it is known.
  enum class Watch : uint8_t { everyStep, nowAndThen };

  Detector(const Detector&) = delete;
  /// Throws Error(wrongUse) when R1 or R2 is not > 0 or a version does not fit; Error(badInput) when the cloud's coordinates are too large for R1
  /// (checkResolution); what walkAfter() throws for a checkpoint; Cancelled.
  Detector(PointCloud cloud, Job job, Device& device, std::stop_token stop, DetectorOptions options = {});
  /// Of a cloud whose points are never all in memory: `options.makeSteps` knows where its points are, and frames' clouds have only its type and
  /// origin. Not in tiles. Errors name no point.
  Detector(const CloudFacts& facts, Job job, Device& device, std::stop_token stop, DetectorOptions options);

  bool finished() const { return step_ == furthest() && walk_.ended(); }
  uint32_t step() const { return step_; }
  uint32_t furthest() const { return uint32_t(records_.size()) - 1; }
  const StepRecord& present() const { return records_[step_]; }  ///< what the present step was
  const Job& job() const { return job_; }
  const StageTimes& times() const { return times_; }

  void advance(StepKind kind, std::stop_token stop, const Observer& observer = {});
  /// Goes to any step; beyond the furthest one it computes further steps, and stops where the detection ends.
  void goTo(uint32_t step, std::stop_token stop, const Observer& observer = {}, Watch watch = Watch::everyStep);

  /// The present step as a checkpoint, without its input. Only for jobs that checkCanBeKept() accepts.
  Checkpoint checkpoint() const;
  /// The present step as a frame. `withCurve`: with the curve, and so the hash. The assignment is computed only if asked for.
  std::shared_ptr<Frame> frame(bool withCurve, bool withAssignment, std::stop_token stop);

 private:
  static constexpr uint32_t kNoLimit = UINT32_MAX;

  /// Where the detection is, besides its state.
  struct Standing {
    size_t records;
    PlanWalk walk;
  };

  Detector(CloudFacts facts, PointCloud cloud, Job job, Device& device, DetectorOptions&& options);
  void start(const DetectorOptions& options, const StageContext& context);
  void takeOver(const Checkpoint& checkpoint);

  StageContext context(std::stop_token stop) { return {device_, std::move(stop), progress_}; }
  void compute(uint32_t limit, const StageContext& context, const Observer& observer, Watch watch = Watch::everyStep);
  uint32_t stepsInAGlance(const PlanPlace& place) const;
  void computeSteps(const PlanPlace& place, uint32_t limit, const StageContext& context, const Observer& observer);
  void computeUnseen(const PlanPlace& place, uint32_t limit, const StageContext& context);
  void runTimed(Steps& steps, const PlanPlace& place, const StepRun& run, const StageContext& context);
  void record(const StepDone& done, double milliseconds);
  void checkStop(const std::stop_token& stop);
  void writeState();
  void backToWritten();
  void restore(uint32_t step, std::stop_token stop);
  void load(uint32_t step, const StageContext& context);
  void replayStep(uint32_t step, const StageContext& context);
  Steps& steps(bool smoothing);
  Steps& readySteps(Stage stage, bool smoothing, const StageContext& context);
  bool boundaryReached(StepKind kind) const;
  bool roundEnded() const;
  void addCurve(Frame& frame, const StageContext& context);

  Job job_;
  CloudFacts facts_;
  PointCloud cloud_;  ///< in the job's layout, for steps and frames; without points where only facts are known
  Device& device_;
  const std::function<void(double)> progress_;
  const std::function<void(Stage)> ranStage_;
  const Plan plan_;
  PlanWalk walk_;                         ///< stands after the furthest step
  std::unique_ptr<Steps> whole_, tiled_;  ///< tiled_: null when the job has no tiles
  Steps* holder_ = nullptr;               ///< which steps made `state_`; null after going back

  bool isResumed_ = false;           ///< earlier states are not known
  ChosenState state_;                ///< at `step_`, or at `written_`
  ChosenState before_;               ///< before that step; for step 0 the same
  std::optional<Standing> written_;  ///< of the state, where the holder owes it what came after
  uint32_t step_ = 0;
  std::vector<StepRecord> records_;
  History history_;
  StageTimes times_, deviceTimes_;
};

}  // namespace arete
