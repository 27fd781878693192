#include "compute/engine/detector.h"

#include <algorithm>
#include <utility>

#include "compute/core/counted_time.h"
#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"
#include "compute/core/hash.h"

namespace arete {

namespace {

/// Adds the time spent in a scope, even when an exception leaves it: wall time, and what the device measured.
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
  CountedWatch watch_;
};

Job resolved(Job job, const CloudFacts& facts) {
  for (Stage stage : job.stages()) job.versionIds[size_t(stage)] = runnable(job.version(stage)).id;
  if (job.r1() == 0) checkSuggestsRadius(facts.bounds, facts.dimension);
  for (double radius : {job.r1(), job.r2()})
    if (!(radius > 0))
      throw Error(ErrorKind::wrongUse, "cannot detect ridges", radius == job.r1() ? "r1" : "r2", "the radius must be larger than 0",
                  "give --r1; about twice the noise around the curve");
  job.params.set(kR2Param, job.r2());
  return job;
}

}  // namespace

static PointCloud withoutPoints(const CloudFacts& facts) { return PointCloud(PointArray(facts.scalar, facts.dimension, 0), facts.origin); }

Detector::Detector(CloudFacts facts, PointCloud cloud, Job job, Device& device, DetectorOptions&& options)
    : job_(resolved(std::move(job), facts)),
      facts_(facts),
      cloud_(cloud.withLayout(Layout(int(job_.params.get(kCloudLayoutParam))))),
      device_(device),
      progress_(std::move(options.progress)),
      ranStage_(std::move(options.ranStage)),
      plan_(options.plan ? *std::move(options.plan) : job_.plan()),
      walk_(plan_),
      history_(options.from ? 0 : options.historyBytes) {
  checkReach(job_.edits.all(), facts_.scalar, facts_.origin);  // before the work
}

Detector::Detector(PointCloud cloud, Job job, Device& device, std::stop_token stop, DetectorOptions options)
    : Detector(factsOf(cloud), cloud, std::move(job), device, std::move(options)) {
  checkDistances(cloud_, job_.r1(), job_.r2());
  checkResolution(cloud_, job_.r1());
  start(options, context(std::move(stop)));
}

Detector::Detector(const CloudFacts& facts, Job job, Device& device, std::stop_token stop, DetectorOptions options)
    : Detector(facts, withoutPoints(facts), std::move(job), device, std::move(options)) {
  checkDistances(facts_, job_.r1(), job_.r2());
  checkResolution(facts_, job_.r1());
  start(options, context(std::move(stop)));
}

void Detector::start(const DetectorOptions& options, const StageContext& context) {
  whole_ = options.makeSteps ? options.makeSteps(cloud_, job_) : makeWholeSteps(cloud_, job_);
  if (job_.tileDetection() != TileDetection::whole) {
    const ScopedTime time(Stage::tile, times_, deviceTimes_, device_);
    tiled_ = makeTiledSteps(cloud_, job_, context);
  }
  state_.points = PointArray(facts_.scalar, facts_.dimension, 0);
  if (options.from) takeOver(*options.from);
  else compute(kNoLimit, context, {});
  before_ = state_;
}

void Detector::takeOver(const Checkpoint& checkpoint) {
  walk_ = walkAfter(checkpoint, facts_, job_, plan_);
  isResumed_ = true;
  state_ = checkpoint.state;
  records_ = checkpoint.history;
  step_ = furthest();
  for (const StepRecord& step : records_) times_[step.stage] += step.milliseconds, deviceTimes_[step.stage] += step.device_ms;
}

Checkpoint Detector::checkpoint() const {
  return {facts_, {}, answerSettings(job_), {records_.begin(), records_.begin() + ptrdiff_t(step_) + 1}, state_};
}

Steps& Detector::steps(bool smoothing) {
  Steps& steps = tiled_ && !smoothing ? *tiled_ : *whole_;
  if (holder_ != &steps) writeState(), steps.forget();
  holder_ = &steps;
  return steps;
}

/// The steps, ready to make a step of the stage at once.
Steps& Detector::readySteps(Stage stage, bool smoothing, const StageContext& context) {
  Steps& steps = this->steps(smoothing);
  if (steps.ready(stage)) return steps;
  const ScopedTime time(smoothing ? ExtraTime::smooth : ExtraTime::prepare, times_, deviceTimes_, device_);
  steps.prepare(stage, state_, context);
  return steps;
}

/// At least one step and at most `limit` beyond the furthest one, all of one stage; `step_` must be the furthest.
void Detector::compute(uint32_t limit, const StageContext& context, const Observer& observer, Watch watch) {
  const PlanPlace place = walk_.next();
  // Only iterations are made many at a time.
  const bool isIteration = stageInfo(place.stage).effect == StepEffect::moves;
  const bool isLast = isIteration ? walk_.isLimited() : walk_.mayEnd();  // perhaps
  const bool canOwe = steps(place.smoothing).canOwe(), isGlance = watch == Watch::nowAndThen && canOwe && !isLast && limit > walk_.inARow();
  const bool isSeen = observer || history_.keepsSteps() || limit < kNoLimit || isLast || !(isIteration || canOwe);
  limit = isIteration ? uint32_t(std::min<uint64_t>(limit, walk_.inARow())) : 1;
  if (isSeen && !isGlance) return computeSteps(place, limit, context, observer);
  computeUnseen(place, isGlance ? std::min(limit, stepsInAGlance(place)) : limit, context);
  if (observer) observer(*this);
}

/// How many iterations take as long as a picture stays, by the one before; the first one tells.
uint32_t Detector::stepsInAGlance(const PlanPlace& place) const {
  constexpr double kPicture_ms = 16, kMost = 1000;
  if (place.inRound <= 1) return 1;
  return uint32_t(std::clamp(kPicture_ms / records_.back().milliseconds, 1.0, kMost));
}

/// The state of each step is kept; steps made before Cancelled count.
void Detector::computeSteps(const PlanPlace& place, uint32_t limit, const StageContext& context, const Observer& observer) {
  writeState();
  Steps& steps = readySteps(place.stage, place.smoothing, context);
  ChosenState last = state_;
  CountedWatch watch;
  const auto visit = [&](const StepDone& done) {
    std::swap(before_, last);  // its memory is reused
    record(done, watch.milliseconds());
    if (limit == 1) return;
    last = state_;
    if (observer) observer(*this);
    watch = {};
  };
  runTimed(steps, place, {limit, EvolveVisit::chosen, visit}, context);
  if (observer && limit == 1) observer(*this);
}

/// All that the stage does in a row; they took equally long. Only the state after it is known, or will be.
void Detector::computeUnseen(const PlanPlace& place, uint32_t limit, const StageContext& context) {
  Steps& steps = readySteps(place.stage, place.smoothing, context);
  if (!written_ || written_->records == 0) written_ = {records_.size(), walk_};
  const size_t known = records_.size();
  CountedWatch watch;
  const auto visit = [&](const StepDone& done) {
    record(done, watch.milliseconds());
    watch = {};
  };
  try {
    runTimed(steps, place, {limit, EvolveVisit::counters, visit, true}, context);
  } catch (...) {
    backToWritten();
    throw;
  }
  double all_ms = 0;
  for (size_t i = known; i < records_.size(); ++i) all_ms += records_[i].milliseconds;
  for (size_t i = known; i < records_.size(); ++i) records_[i].milliseconds = all_ms / double(records_.size() - known);
  if (!steps.owes()) writeState();
}

/// Afterwards nothing is owed. The step before is not known: the last iteration moved nothing, or is not the last step, or nobody looked.
void Detector::writeState() {
  if (!written_) return;
  if (holder_->owes()) {
    const ScopedTime time(records_.back().stage, times_, deviceTimes_, device_);
    holder_->write(state_);
  }
  written_.reset();
  before_ = state_;
  history_.add(step_, state_);
}

void Detector::checkStop(const std::stop_token& stop) {
  if (!stop.stop_requested()) return;
  writeState();
  throw Cancelled{};
}

/// To the state, or to the first step, which can be written at any time.
void Detector::backToWritten() {
  records_.resize(written_->records), walk_ = written_->walk;
  if (!records_.empty()) step_ = furthest();
  holder_->forget();
  if (!holder_->owes()) written_.reset();
}

static TimeOf timeOf(const PlanPlace& place) { return place.smoothing ? TimeOf(ExtraTime::smooth) : place.stage; }

/// The device's time is spread evenly over the steps.
void Detector::runTimed(Steps& steps, const PlanPlace& place, const StepRun& run, const StageContext& context) {
  const size_t known = records_.size();
  device_.startTimer();
  steps.run(place, state_, run, context);
  const double onDevice = device_.stopTimer();
  deviceTimes_[timeOf(place)] += onDevice;
  if (ranStage_) ranStage_(place.stage);
  for (size_t i = known; i < records_.size(); ++i) records_[i].device_ms = onDevice / double(records_.size() - known);
}

/// Records the next step of the plan, which has been made.
void Detector::record(const StepDone& done, double milliseconds) {
  const PlanPlace place = walk_.next();
  const StateSize size = holder_->sizeOf(state_);
  times_[timeOf(place)] += milliseconds;
  records_.push_back({.stage = place.stage,
                      .round = place.round,
                      .inRound = place.inRound,
                      .chosen = size.points,
                      .moved = done.moved,
                      .removed = done.removed,
                      .edges = size.edges,
                      .lookedAt = done.lookedAt,
                      .milliseconds = milliseconds,
                      .smoothing = place.smoothing});
  walk_.took(done.changed());
  step_ = furthest();
  if (!holder_->owes()) history_.add(step_, state_);
}

/// Whether the present step is the last one of its round.
bool Detector::roundEnded() const {
  const uint32_t round = records_[step_].round;
  if (step_ < furthest()) return records_[step_ + 1].round != round;
  return walk_.ended() || walk_.next().round != round;
}

bool Detector::boundaryReached(StepKind kind) const {
  switch (kind) {
    case StepKind::one: return true;
    case StepKind::sweep: return stageInfo(records_[step_].stage).effect == StepEffect::removes;
    case StepKind::round: return roundEnded();
    case StepKind::end: return false;
  }
  return true;
}

void Detector::advance(StepKind kind, std::stop_token stop, const Observer& observer) {
  while (!finished()) {
    checkStop(stop);
    if (step_ == furthest()) {
      compute(kind == StepKind::one ? 1 : kNoLimit, context(stop), observer);
    } else {
      restore(kind == StepKind::end ? furthest() : step_ + 1, stop);
      if (observer) observer(*this);
    }
    if (boundaryReached(kind)) break;
  }
  writeState();
}

void Detector::goTo(uint32_t step, std::stop_token stop, const Observer& observer, Watch watch) {
  restore(std::min(step, furthest()), stop);
  while (step_ < step && !finished()) {
    checkStop(stop);
    compute(step - step_, context(stop), observer, watch);
  }
  writeState();
}

/// Restores `state_` of a known step from the latest state kept before it. The same versions give the same bits.
void Detector::load(uint32_t step, const StageContext& context) {
  const auto [kept, state] = history_.latestUpTo(step);
  state_ = state != nullptr ? *state : ChosenState{.points = PointArray(facts_.scalar, facts_.dimension, 0)};
  holder_ = nullptr;
  for (uint32_t at = state != nullptr ? kept + 1 : 0; at <= step; ++at) {
    context.checkStop();
    replayStep(at, context);
    history_.add(at, state_);
  }
}

void Detector::replayStep(uint32_t step, const StageContext& context) {
  const StepRecord& known = records_[step];
  const PlanPlace place{known.stage, known.round, known.inRound, known.smoothing};
  readySteps(place.stage, place.smoothing, context).run(place, state_, {}, context);
}

/// Restores `state_` and `before_` of a step ≤ furthest(). After Cancelled everything is as it was.
void Detector::restore(uint32_t step, std::stop_token stop) {
  if (step == step_) return;
  if (isResumed_) throw Error(ErrorKind::internal, "cannot go back", "step " + std::to_string(step), "what was before a checkpoint is not known");
  const StageContext context = this->context(std::move(stop));
  writeState();
  const ChosenState old = state_;
  try {
    load(step == 0 ? 0 : step - 1, context);
    ChosenState before = state_;
    if (history_.latestUpTo(step).first == step) load(step, context);
    else replayStep(step, context), history_.add(step, state_);
    before_ = std::move(before);
    step_ = step;
  } catch (...) {
    state_ = old;
    holder_ = nullptr;
    throw;
  }
}

std::shared_ptr<Frame> Detector::frame(bool withCurve, bool withAssignment, std::stop_token stop) {
  const StageContext context = this->context(std::move(stop));
  writeState();
  auto frame = std::make_shared<Frame>();
  frame->cloud = cloud_;
  frame->facts = facts_;
  frame->job = job_;
  frame->plan = plan_;
  frame->device = device_.description();
  frame->step = step_;
  frame->finished = finished();
  frame->converged = frame->finished && walk_.converged();
  frame->history = std::make_shared<const std::vector<StepRecord>>(records_);
  frame->chosen = *state_.points;
  frame->chosenOrigin = *state_.origin;
  frame->columns = state_.columns;
  frame->previous = previousPoints(before_, state_);
  if (stageInfo(present().stage).effect != StepEffect::picks) frame->removed = removedPoints(before_, state_);
  frame->store = whole_->store();
  if (tiled_) {
    frame->tiles = tiled_->tiles();
    frame->chosenTile = tiled_->tilesOf(*state_.origin);
  }
  if (withAssignment && plan_.assigns)
    frame->assignment = readySteps(*plan_.assigns, present().smoothing, context).assignment(*plan_.assigns, context);
  if (withCurve) addCurve(*frame, context);
  frame->parts = whole_->parts();  // joining included
  frame->times = times_;
  frame->deviceTimes = deviceTimes_;
  return frame;
}

void Detector::addCurve(Frame& frame, const StageContext& context) {
  const CountedWatch watch;  // joining runs on the CPU only, and the device may be measuring evolve
  if (plan_.joins) {
    frame.curve = steps(present().smoothing).join(*plan_.joins, state_, context);
    times_[*plan_.joins] = watch.milliseconds();
  } else {
    frame.curve = makeCurve(*state_.points, *state_.edges, context.stop);
  }
  frame.curveKnown = true;
  frame.hash = curveHash(*state_.points, frame.curve.edges, context.stop);
}

}  // namespace arete
