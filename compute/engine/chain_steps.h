// What the steps choose, evolve, decimate and order have in common on the whole cloud and in tiles.
#pragma once

#include "compute/engine/steps.h"

namespace arete {

/// Holds S in evolvers between iterations, and tells them what decimate removes. What a call yields depends on the state given with reset() and
/// the calls since then; after Cancelled only reset(), choose() and sweep() may follow.
class ChainSteps : public Steps {
 public:
  bool ready(Stage stage) const final { return stage != Stage::evolve || held_; }
  void prepare(Stage stage, const ChosenState& state, const StageContext& context) final;
  void run(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) final;
  void forget() final { held_ = false; }
  Curve join(Stage stage, const ChosenState& state, const StageContext& context) const final;
  std::vector<uint32_t> assignment(Stage stage, const StageContext& context) final;

 protected:
  ChainSteps(const PointCloud& cloud, const Job& job) : cloud_(cloud), job_(job) {}

  /// The points that will move.
  virtual ChosenState choose(const StageContext& context) = 0;
  /// These points of the cloud.
  ChosenState stateOf(std::span<const uint32_t> chosen) const;
  virtual void reset(const ChosenState& state, const StageContext& context) = 0;
  /// Keeps only these of the chosen points (ascending indices).
  virtual void keep(std::span<const uint32_t> kept, const StageContext& context) = 0;
  /// As Evolver::run.
  virtual void evolve(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) = 0;
  virtual PointArray chosen() const = 0;
  virtual std::vector<uint32_t> assignmentOfChosen(const StageContext& context) = 0;
  /// The curve of a state; the job's version on all its points, unless others know better.
  virtual Curve order(const ChosenState& state, const StageContext& context) const;
  /// One decimate sweep: the indices in `state` that stay, ascending.
  virtual std::vector<uint32_t> sweep(const ChosenState& state, const StageContext& context) const = 0;

  const PointCloud& cloud_;
  const Job& job_;

 private:
  void runChoose(ChosenState& state, const StepRun& run, const StageContext& context);
  void runEvolve(ChosenState& state, const StepRun& run, const StageContext& context);
  void runDecimate(ChosenState& state, const StepRun& run, const StageContext& context);

  bool held_ = false;  ///< the evolvers hold the state that the last call left
};

}  // namespace arete
