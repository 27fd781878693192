#include "compute/engine/detector.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"
#include "compute/core/hash.h"

namespace arete {

namespace {

class Stopwatch {
 public:
  double milliseconds() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Adds the time that passes in a scope, also when it is left by an exception.
class ScopedTime {
 public:
  explicit ScopedTime(double& total) : total_(total) {}
  ~ScopedTime() { total_ += watch_.milliseconds(); }

 private:
  double& total_;
  Stopwatch watch_;
};

Job resolved(Job job, const PointCloud& cloud) {
  for (Stage stage : kDetectionStages) job.versionIds[size_t(stage)] = job.version(stage).id;
  for (double radius : {job.r1(), job.r2()})
    if (!(radius > 0))
      throw Error(ErrorKind::wrongUse, "cannot detect ridges", radius == job.r1() ? "r1" : "r2", "the radius must be larger than 0",
                  cloud.size() > 1 ? "give --r1; about twice the noise around the curve" : "");
  job.params.set(kR2Param, job.r2());
  return job;
}

/// The indices below `count` that are not in `kept` (ascending).
std::vector<uint32_t> complement(std::span<const uint32_t> kept, uint32_t count) {
  std::vector<uint32_t> others;
  for (uint32_t i = 0, next = 0; i < count; ++i) {
    if (next < kept.size() && kept[next] == i) ++next;
    else others.push_back(i);
  }
  return others;
}

ChosenState subset(const ChosenState& state, std::span<const uint32_t> kept) {
  ChosenState result{state.points.subset(kept), {}};
  for (uint32_t i : kept) result.origin.push_back(state.origin[i]);
  return result;
}

/// The points of `before` that are not in `after`, of which `after` is a subset in the same order.
PointArray removedBetween(const ChosenState& before, const ChosenState& after) {
  std::vector<uint32_t> removed;
  for (uint32_t i = 0, next = 0; i < before.origin.size(); ++i) {
    if (next < after.origin.size() && after.origin[next] == before.origin[i]) ++next;
    else removed.push_back(i);
  }
  return before.points.subset(removed);
}

}  // namespace

Detector::Detector(PointCloud cloud, Job job, Device& device, std::stop_token stop, DetectorOptions options)
    : job_(resolved(std::move(job), cloud)),
      cloud_(cloud.withLayout(Layout(int(job_.params.get(kCloudLayoutParam))))),
      device_(device),
      history_(options.historyBytes) {
  checkResolution(cloud_, job_.r1());
  const Stopwatch watch;
  const auto choose = std::get<ChooseFunction>(job_.version(Stage::choose).function);
  state_.origin = choose({cloud_, job_.r1(), job_.params}, context(std::move(stop)));
  state_.points = cloud_.points().subset(state_.origin).withLayout(Layout::row);
  previous_ = state_.points;
  removed_ = PointArray(cloud_.scalar(), cloud_.dimension(), 0);
  times_.choose = watch.milliseconds();
  records_.push_back({.type = StepType::choose, .chosen = state_.points.size(), .milliseconds = times_.choose});
  history_.add(0, state_);
}

Evolver& Detector::evolver(const StageContext& context) {
  const ScopedTime time(times_.prepare);
  if (!evolver_) {
    const auto make = std::get<EvolveFunction>(job_.version(Stage::evolve).function);
    evolver_ = make({cloud_, job_.r1(), job_.params}, context);
  }
  if (!evolverHoldsState_) {
    evolver_->reset(state_.points, context);
    evolverHoldsState_ = true;
  }
  return *evolver_;
}

/// Up to `limit` iterations, one record and one call of `observer` each.
void Detector::computeEvolve(uint32_t limit, const StageContext& context, const Observer& observer) {
  Evolver& evolver = this->evolver(context);
  evolverHoldsState_ = false;  // until the run is complete: a version may be ahead of what it has shown
  Stopwatch watch;
  const bool everyStep = observer || history_.keepsSteps() || limit < kNoLimit;
  removed_ = PointArray(cloud_.scalar(), cloud_.dimension(), 0);
  const auto visit = [&](const EvolveStep& done) {
    if (everyStep) previous_ = std::exchange(state_.points, evolver.chosen());
    const double milliseconds = watch.milliseconds();
    times_.evolve += milliseconds;
    ++iterations_;
    const StepRecord& last = records_.back();
    const bool sameStage = last.type == StepType::evolve;
    record({.type = StepType::evolve,
            .round = sameStage ? last.round : last.round + 1,
            .inRound = sameStage ? last.inRound + 1 : 1,
            .moved = done.moved,
            .lookedAt = done.pointsLookedAt},
           milliseconds);
    ended_ = iterations_ == iterationLimit();
    if (observer) observer(*this);
    watch = {};
  };
  evolver.run(limit, visit, everyStep ? EvolveVisit::chosen : EvolveVisit::counters, context);
  if (!everyStep) previous_ = state_.points = evolver.chosen();  // the last iteration moved nothing
  evolverHoldsState_ = true;
}

std::vector<uint32_t> Detector::sweep(const StageContext& context) const {
  return std::get<DecimateFunction>(job_.version(Stage::decimate).function)({state_.points, job_.r2(), job_.params}, context);
}

void Detector::computeDecimate(const StageContext& context) {
  const Stopwatch watch;
  const std::vector<uint32_t> kept = sweep(context), removed = complement(kept, state_.points.size());
  if (!removed.empty() && evolverHoldsState_) {
    evolverHoldsState_ = false;
    evolver_->keep(kept, context);
    evolverHoldsState_ = true;
  }
  removed_ = state_.points.subset(removed);
  state_ = subset(state_, kept);
  previous_ = state_.points;
  const double milliseconds = watch.milliseconds();
  times_.decimate += milliseconds;

  const StepRecord& last = records_.back();
  const bool sameStage = last.type == StepType::decimate;
  record({.type = StepType::decimate, .round = last.round, .inRound = sameStage ? last.inRound + 1 : 1, .removed = uint32_t(removed.size())},
         milliseconds);
}

void Detector::record(StepRecord entry, double milliseconds) {
  entry.chosen = state_.points.size();
  entry.milliseconds = milliseconds;
  records_.push_back(entry);
  step_ = furthest();
  history_.add(step_, state_);
}

/// 0 = none.
uint64_t Detector::iterationLimit() const { return uint64_t(job_.params.get(kMaxIterationsParam)); }

/// At least one step and at most `limit` beyond the furthest one, all of one stage; `step_` must be the furthest.
void Detector::compute(uint32_t limit, std::stop_token stop, const Observer& observer) {
  const StageContext context = this->context(std::move(stop));
  const StepRecord last = records_.back();
  const bool evolveNext =
      last.type == StepType::choose || (last.type == StepType::evolve && last.moved > 0) || (last.type == StepType::decimate && last.removed == 0);
  if (evolveNext) {
    if (const uint64_t most = iterationLimit(); most > 0) limit = uint32_t(std::min<uint64_t>(limit, most - iterations_));
    computeEvolve(limit, context, observer);
    return;
  }
  computeDecimate(context);
  if (const StepRecord& now = records_.back(); now.removed == 0) {
    // The round is over. Evolve ended with an iteration that moved nothing; if it was the round's only one and the first sweep removed
    // nothing, S did not change in this round.
    const StepRecord& before = records_[records_.size() - 2];
    converged_ = ended_ = now.inRound == 1 && before.type == StepType::evolve && before.inRound == 1 && before.moved == 0;
  }
  if (observer) observer(*this);
}

bool Detector::boundaryReached(StepKind kind) const {
  const StepRecord& now = records_[step_];
  switch (kind) {
    case StepKind::one:
      return true;
    case StepKind::sweep:
      return now.type == StepType::decimate;
    case StepKind::round:
      return now.type == StepType::decimate && now.removed == 0;
    case StepKind::end:
      return false;
  }
  return true;
}

void Detector::advance(StepKind kind, std::stop_token stop, const Observer& observer) {
  while (!finished()) {
    if (stop.stop_requested()) throw Cancelled{};
    if (step_ == furthest()) {
      compute(kind == StepKind::one ? 1 : kNoLimit, stop, observer);
    } else {
      restore(kind == StepKind::end ? furthest() : step_ + 1, stop);
      if (observer) observer(*this);
    }
    if (boundaryReached(kind)) return;
  }
}

void Detector::goTo(uint32_t step, std::stop_token stop, const Observer& observer) {
  restore(std::min(step, furthest()), stop);
  while (step_ < step && !finished()) {
    if (stop.stop_requested()) throw Cancelled{};
    compute(step - step_, stop, observer);
  }
}

/// Computes a step again that is known but whose state was not kept. The same versions give the same bits.
void Detector::replayStep(uint32_t step, const StageContext& context) {
  if (records_[step].type == StepType::evolve) {
    Evolver& evolver = this->evolver(context);
    evolverHoldsState_ = false;
    evolver.step(context);
    state_.points = evolver.chosen();
    evolverHoldsState_ = true;
  } else {
    state_ = subset(state_, sweep(context));
    evolverHoldsState_ = false;
  }
}

/// Makes `state_` that of a known step from the latest state kept.
void Detector::replayTo(uint32_t step, const StageContext& context) {
  const auto [kept, state] = history_.latestUpTo(step);
  state_ = *state;
  evolverHoldsState_ = false;
  for (uint32_t at = kept + 1; at <= step; ++at) {
    context.checkStop();
    replayStep(at, context);
  }
}

/// Makes `state_`, `previous_` and `removed_` those of a step ≤ furthest(). Cancelled: everything stays as it was.
void Detector::restore(uint32_t step, std::stop_token stop) {
  if (step == step_) return;
  const StageContext context = this->context(std::move(stop));
  const ChosenState old = state_;
  try {
    ChosenState before;
    if (step > 0) {
      replayTo(step - 1, context);
      before = state_;
    }
    replayTo(step, context);
    const StepType type = records_[step].type;
    previous_ = type == StepType::evolve ? before.points : state_.points;
    removed_ = type == StepType::decimate ? removedBetween(before, state_) : PointArray(cloud_.scalar(), cloud_.dimension(), 0);
    step_ = step;
  } catch (...) {
    state_ = old;
    evolverHoldsState_ = false;
    throw;
  }
}

std::shared_ptr<Frame> Detector::frame(bool withCurve, bool withAssignment, std::stop_token stop) {
  const StageContext context = this->context(std::move(stop));
  auto frame = std::make_shared<Frame>();
  frame->cloud = cloud_;
  frame->job = job_;
  frame->device = device_.description();
  frame->step = step_;
  frame->finished = finished();
  frame->converged = frame->finished && converged_;
  frame->history = std::make_shared<const std::vector<StepRecord>>(records_);
  frame->chosen = state_.points;
  frame->chosenOrigin = state_.origin;
  frame->previous = previous_;
  frame->removed = removed_;
  if (withAssignment) frame->assignment = evolver(context).assignment(context);
  if (withCurve) {
    const Stopwatch watch;
    const auto order = std::get<OrderFunction>(job_.version(Stage::order).function);
    frame->curve = order({state_.points, job_.r2(), job_.params}, context);
    times_.order = watch.milliseconds();
    frame->curveKnown = true;
    frame->hash = curveHash(state_.points, frame->curve.edges, context.stop);
  }
  frame->times = times_;
  return frame;
}

}  // namespace arete
