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

/// Adds the time that passes in a scope, also when it is left by an exception: wall time, and what the device measured.
class ScopedTime {
 public:
  ScopedTime(TimeOf what, StageTimes& wall, StageTimes& onDevice, Device& device) : wall_(wall[what]), onDevice_(onDevice[what]), device_(device) {
    device.startTimer();
  }
  ScopedTime(const ScopedTime&) = delete;
  ~ScopedTime() {
    onDevice_ += device_.stopTimer();
    wall_ += watch_.milliseconds();
  }

 private:
  double &wall_, &onDevice_;
  Device& device_;
  Stopwatch watch_;
};

Job resolved(Job job, const PointCloud& cloud) {
  for (Stage stage : job.stages()) job.versionIds[size_t(stage)] = job.version(stage).id;
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
  result.origin.reserve(kept.size());
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
  checkDistances(cloud_, job_.r1(), job_.r2());
  checkResolution(cloud_, job_.r1());
  const StageContext context = this->context(std::move(stop));
  whole_ = makeWholeSteps(cloud_, job_);
  if (job_.tileDetection() != TileDetection::whole) {
    const ScopedTime time(Stage::tile, times_, deviceTimes_, device_);
    tiled_ = makeTiledSteps(cloud_, job_, context);
  }
  {
    const ScopedTime time(Stage::choose, times_, deviceTimes_, device_);
    state_.origin = steps(false).choose(context);
    context.checkStop();
    state_.points = cloud_.points().subset(state_.origin).withLayout(Layout::row);
    context.checkStop();
    previous_ = state_.points;
    removed_ = PointArray(cloud_.scalar(), cloud_.dimension(), 0);
  }
  records_.push_back({.stage = Stage::choose,
                      .chosen = state_.points.size(),
                      .milliseconds = times_[Stage::choose],
                      .device_ms = deviceTimes_[Stage::choose]});
  history_.add(0, state_);
}

Steps& Detector::stepsWithState(bool smoothing, const StageContext& context) {
  Steps& steps = this->steps(smoothing);
  if (holder_ == &steps) return steps;
  const ScopedTime time(smoothing ? ExtraTime::smooth : ExtraTime::prepare, times_, deviceTimes_, device_);
  holder_ = nullptr;
  steps.reset(state_, context);
  holder_ = &steps;
  return steps;
}

/// Up to `limit` iterations, one record and one call of `observer` each.
void Detector::computeEvolve(Plan plan, uint32_t limit, const StageContext& context, const Observer& observer) {
  Steps& steps = stepsWithState(plan.smoothing, context);
  holder_ = nullptr;  // until the run is complete: a version may be ahead of what it has shown
  const TimeOf what = plan.smoothing ? TimeOf(ExtraTime::smooth) : Stage::evolve;
  Stopwatch watch;
  const bool everyStep = observer || history_.keepsSteps() || limit < kNoLimit;
  const size_t known = records_.size();
  const uint64_t iterations = iterations_;
  const PointArray none(cloud_.scalar(), cloud_.dimension(), 0);
  const auto visit = [&](const EvolveStep& done) {
    if (everyStep) previous_ = std::exchange(state_.points, steps.chosen()), removed_ = none;
    const double milliseconds = watch.milliseconds();
    times_[what] += milliseconds;
    ++iterations_;
    record(plan, {.moved = done.moved, .lookedAt = done.pointsLookedAt, .milliseconds = milliseconds});
    noteEnd();
    if (observer) observer(*this);
    watch = {};
  };
  try {
    device_.startTimer();
    steps.evolve(limit, visit, everyStep ? EvolveVisit::chosen : EvolveVisit::counters, context);
    const double onDevice = device_.stopTimer();
    deviceTimes_[what] += onDevice;
    for (size_t i = known; i < records_.size(); ++i) records_[i].device_ms = onDevice / double(records_.size() - known);
  } catch (...) {
    if (!everyStep) records_.resize(known), iterations_ = iterations, step_ = furthest();  // S is only known as it was before the run
    throw;
  }
  if (!everyStep) previous_ = state_.points = steps.chosen(), removed_ = none;  // the last iteration moved nothing
  holder_ = &steps;
}

void Detector::computeDecimate(Plan plan, const StageContext& context) {
  const TimeOf what = plan.smoothing ? TimeOf(ExtraTime::smooth) : Stage::decimate;
  const double wallBefore = times_[what], deviceBefore = deviceTimes_[what];
  std::optional<ScopedTime> time(std::in_place, what, times_, deviceTimes_, device_);
  Steps& steps = this->steps(plan.smoothing);
  const std::vector<uint32_t> kept = steps.sweep(state_, context), removed = complement(kept, state_.points.size());
  context.checkStop();
  if (!removed.empty() && holder_ != nullptr) {
    const bool held = std::exchange(holder_, nullptr) == &steps;
    if (held) steps.keep(kept, context), holder_ = &steps;
  }
  removed_ = state_.points.subset(removed);
  state_ = subset(state_, kept);
  previous_ = state_.points;
  time.reset();
  record(plan, {.removed = uint32_t(removed.size()), .milliseconds = times_[what] - wallBefore, .device_ms = deviceTimes_[what] - deviceBefore});
  noteEnd();
}

void Detector::record(Plan plan, StepRecord entry) {
  const StepRecord& last = records_.back();
  const bool same = last.stage == plan.stage && last.smoothing == plan.smoothing;
  const bool newRound = last.smoothing != plan.smoothing || (!plan.smoothing && plan.stage == Stage::evolve && !same);
  entry.stage = plan.stage;
  entry.smoothing = plan.smoothing;
  entry.round = last.round + newRound;
  entry.inRound = same ? last.inRound + 1 : 1;
  entry.chosen = state_.points.size();
  records_.push_back(entry);
  step_ = furthest();
  history_.add(step_, state_);
}

/// What the furthest step means for the detection.
void Detector::noteEnd() {
  const StepRecord& now = records_.back();
  const bool changed = now.moved > 0 || now.removed > 0;
  if (now.smoothing) {
    const Stage last = job_.smoothing() == Smoothing::decimateThenEvolve ? Stage::evolve : Stage::decimate;
    converged_ = ended_ = now.stage == last && !changed;
  } else if (now.stage == Stage::decimate && !changed) {
    // The round is over. Evolve ended with an iteration that moved nothing; if it was the round's only one and the first sweep removed
    // nothing, S did not change in this round.
    const StepRecord& before = records_[records_.size() - 2];
    roundsDone_ = now.inRound == 1 && before.stage == Stage::evolve && before.inRound == 1 && before.moved == 0;
    converged_ = ended_ = roundsDone_ && job_.smoothing() == Smoothing::off;
  }
  if (now.stage == Stage::evolve && iterations_ == iterationLimit()) ended_ = true;
}

/// 0 = none.
uint64_t Detector::iterationLimit() const { return uint64_t(job_.params.get(kMaxIterationsParam)); }

/// The step after the furthest one.
Detector::Plan Detector::next() const {
  const StepRecord& last = records_.back();
  const bool changed = last.stage == Stage::choose || last.moved > 0 || last.removed > 0;
  const Stage other = last.stage == Stage::evolve ? Stage::decimate : Stage::evolve;
  if (last.smoothing) return {changed ? last.stage : other, true};
  if (roundsDone_) return {job_.smoothing() == Smoothing::decimateThenEvolve ? Stage::decimate : Stage::evolve, true};
  return {last.stage != Stage::choose && changed ? last.stage : other, false};
}

/// At least one step and at most `limit` beyond the furthest one, all of one stage; `step_` must be the furthest.
void Detector::compute(uint32_t limit, std::stop_token stop, const Observer& observer) {
  const StageContext context = this->context(std::move(stop));
  const Plan plan = next();
  if (plan.stage == Stage::evolve) {
    if (const uint64_t most = iterationLimit(); most > 0) limit = uint32_t(std::min<uint64_t>(limit, most - iterations_));
    computeEvolve(plan, limit, context, observer);
    return;
  }
  computeDecimate(plan, context);
  if (observer) observer(*this);
}

bool Detector::boundaryReached(StepKind kind) const {
  const StepRecord& now = records_[step_];
  switch (kind) {
    case StepKind::one:
      return true;
    case StepKind::sweep:
      return now.stage == Stage::decimate;
    case StepKind::round:
      return now.stage == Stage::decimate && now.removed == 0 && !now.smoothing;
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
  const StepRecord& known = records_[step];
  if (known.stage == Stage::evolve) {
    Steps& steps = stepsWithState(known.smoothing, context);
    holder_ = nullptr;
    steps.evolve(
        1, [](const EvolveStep&) {}, EvolveVisit::chosen, context);
    state_.points = steps.chosen();
    holder_ = &steps;
  } else {
    state_ = subset(state_, steps(known.smoothing).sweep(state_, context));
    holder_ = nullptr;
  }
}

/// Makes `state_` that of a known step from the latest state kept.
void Detector::replayTo(uint32_t step, const StageContext& context) {
  const auto [kept, state] = history_.latestUpTo(step);
  state_ = *state;
  holder_ = nullptr;
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
    const Stage stage = records_[step].stage;
    previous_ = stage == Stage::evolve ? before.points : state_.points;
    removed_ = stage == Stage::decimate ? removedBetween(before, state_) : PointArray(cloud_.scalar(), cloud_.dimension(), 0);
    step_ = step;
  } catch (...) {
    state_ = old;
    holder_ = nullptr;
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
  if (tiled_) {
    frame->tiles = tiled_->tiles();
    frame->chosenTile = tiled_->tilesOf(state_.origin);
  }
  if (withAssignment) frame->assignment = stepsWithState(frame->record().smoothing, context).assignment(context);
  if (withCurve) {
    const Stopwatch watch;  // order has versions on the CPU only, and the device may be measuring evolve
    const auto order = job_.function<Stage::order>();
    frame->curve = order({state_.points, job_.r2(), job_.params}, context);
    times_[Stage::order] = watch.milliseconds();
    frame->curveKnown = true;
    frame->hash = curveHash(state_.points, frame->curve.edges, context.stop);
  }
  frame->times = times_;
  frame->deviceTimes = deviceTimes_;
  return frame;
}

}  // namespace arete
