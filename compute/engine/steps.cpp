#include "compute/engine/steps.h"

#include "compute/chains/parts/parted_evolver.h"
#include "compute/engine/chain_steps.h"
#include "compute/engine/streamed_steps.h"

namespace arete {

namespace {

class WholeSteps final : public ChainSteps {
 public:
  /// `streamed`: where the points are that the cloud does not hold; null where it holds them.
  WholeSteps(const PointCloud& cloud, const Job& job, std::shared_ptr<StreamedPoints> streamed = {})
      : ChainSteps(cloud, job), streamed_(std::move(streamed)) {}

 protected:
  ChosenState choose(const StageContext& context) override {
    if (streamed_) {
      StreamedPoints::Chosen chosen = streamed_->choose(context);
      return {std::move(chosen.points), std::move(chosen.origins)};
    }
    return stateOf(job_.function<Stage::choose>()({cloud_, job_.r1(), job_.params}, context));
  }

  void reset(const ChosenState& state, const StageContext& context) override {
    if (!evolver_)
      evolver_ =
          streamed_ ? streamed_->evolver(state.points->size(), context) : job_.function<Stage::evolve>()({cloud_, job_.r1(), job_.params}, context);
    evolver_->reset(*state.points, context);
  }
  void keep(std::span<const uint32_t> kept, const StageContext& context) override { evolver_->keep(kept, context); }
  void evolve(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) override {
    if (!streamed_ || wanted != EvolveVisit::counters) return evolver_->run(limit, visit, wanted, context);
    const double chosen = evolver_->chosen().size();
    const auto visitAndReport = [&](const EvolveStep& done) {
      visit(done);
      context.report(1 - done.moved / chosen);
    };
    evolver_->run(limit, visitAndReport, wanted, context);
  }
  PointArray chosen() const override { return evolver_->chosen(); }
  std::vector<uint32_t> assignmentOfChosen(const StageContext& context) override { return evolver_->assignment(context); }

  std::shared_ptr<const PartsReport> parts() const override {
    const auto* const parted = dynamic_cast<const parts::PartedEvolver*>(evolver_.get());
    return parted == nullptr ? nullptr : std::make_shared<const PartsReport>(parted->report());
  }

  std::shared_ptr<const StoreReport> store() const override { return streamed_ ? std::make_shared<const StoreReport>(streamed_->report()) : nullptr; }

  std::vector<uint32_t> sweep(const ChosenState& state, const StageContext& context) const override {
    return job_.function<Stage::decimate>()({*state.points, job_.r2(), job_.params, &decimateMemory_}, context);
  }

 private:
  const std::shared_ptr<StreamedPoints> streamed_;
  std::unique_ptr<Evolver> evolver_;
  mutable std::unique_ptr<DecimateMemory> decimateMemory_;  // makes sweeps faster, but changes no result
};

}  // namespace

std::unique_ptr<Steps> makeStreamedSteps(const PointCloud& cloud, const Job& job, std::shared_ptr<StreamedPoints> points) {
  return std::make_unique<WholeSteps>(cloud, job, std::move(points));
}

std::unique_ptr<Steps> makeWholeSteps(const PointCloud& cloud, const Job& job) {
  if (job.curveKind() == CurveKind::network) return makeNetworkSteps(cloud, job);
  return std::make_unique<WholeSteps>(cloud, job);
}

}  // namespace arete
