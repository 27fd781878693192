#include "compute/engine/chain_steps.h"
#include "compute/parts/parted_evolver.h"

namespace arete {

namespace {

class WholeSteps final : public ChainSteps {
 public:
  WholeSteps(const PointCloud& cloud, const Job& job) : ChainSteps(cloud, job) {}

 protected:
  ChosenState choose(const StageContext& context) override {
    return stateOf(job_.function<Stage::choose>()({cloud_, job_.r1(), job_.params}, context));
  }

  void reset(const ChosenState& state, const StageContext& context) override {
    if (!evolver_) evolver_ = job_.function<Stage::evolve>()({cloud_, job_.r1(), job_.params}, context);
    evolver_->reset(state.points, context);
  }
  void keep(std::span<const uint32_t> kept, const StageContext& context) override { evolver_->keep(kept, context); }
  void evolve(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) override {
    evolver_->run(limit, visit, wanted, context);
  }
  PointArray chosen() const override { return evolver_->chosen(); }
  std::vector<uint32_t> assignmentOfChosen(const StageContext& context) override { return evolver_->assignment(context); }

  std::shared_ptr<const PartsReport> parts() const override {
    const auto* const parted = dynamic_cast<const parts::PartedEvolver*>(evolver_.get());
    return parted == nullptr ? nullptr : std::make_shared<const PartsReport>(parted->report());
  }

  std::vector<uint32_t> sweep(const ChosenState& state, const StageContext& context) const override {
    return job_.function<Stage::decimate>()({state.points, job_.r2(), job_.params, &decimateMemory_}, context);
  }

 private:
  std::unique_ptr<Evolver> evolver_;
  mutable std::unique_ptr<DecimateMemory> decimateMemory_;  // makes sweeps faster, but changes no result
};

}  // namespace

std::unique_ptr<Steps> makeWholeSteps(const PointCloud& cloud, const Job& job) {
  if (job.curveKind() == CurveKind::network) return makeNetworkSteps(cloud, job);
  return std::make_unique<WholeSteps>(cloud, job);
}

}  // namespace arete
