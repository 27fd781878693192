#include "compute/engine/version_race.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "compute/core/hash.h"
#include "compute/engine/detector.h"
#include "compute/engine/race_cost.h"
#include "compute/engine/race_parts.h"

namespace arete {

namespace {

constexpr double kLookWeight = 2;  // of a turn: a look makes every step by itself and hashes it

Job plain(Job job) {
  job.edits = {};
  for (const ParamInfo* info : bootstrapParameters()) job.params.reset(*info);
  return job;
}

size_t bytesOf(const Frame& frame) {
  return frame.chosen.bytes() + frame.previous.bytes() + frame.removed.bytes() + frame.chosenOrigin.size() * sizeof(uint64_t) +
         frame.curve.edges.size() * (sizeof(Edge) + sizeof(uint32_t));
}

/// Detections of one cloud by two to four jobs.
class DetectionRace {
 public:
  DetectionRace(const RaceInput& input, std::stop_token stop, const RaceNews& news)
      : input_(input), stop_(std::move(stop)), news_(news), devices_(input.makeDevice), left_bytes_(input.stateBytes) {
    race_ = {.of = input.of, .racers = {}, .points = input.cloud.size()};
    for (const RaceEntry& entry : input.entries) {
      Racer& racer = race_.racers.emplace_back(Racer{.entry = {entry.name, plain(entry.job), entry.value, entry.label}});
      racer.exact = racer.entry.job.exact();
    }
    race_.r1 = race_.racers.front().entry.job.r1();
    if (std::ranges::any_of(race_.racers, [&](const Racer& racer) { return racer.entry.job.plan() != race_.racers.front().entry.job.plan(); }))
      throw Error(ErrorKind::wrongUse, "cannot race", input.of, "the detections have different steps", "race what finds the same kind of curve");
  }

  Race run() {
    for (Racer& racer : race_.racers) look(racer);
    news_.tell(race_);
    timings_.resize(race_.racers.size());
    for (int turn = 0; turn < input_.repeat; ++turn) {
      for (size_t i = 0; i < race_.racers.size(); ++i) time(race_.racers[i], timings_[i]);
      ++race_.turns;
      news_.tell(race_);
    }
    return std::move(race_);
  }

 private:
  double fraction() const { return done_ / (double(race_.racers.size()) * (kLookWeight + input_.repeat)); }
  void look(Racer& racer);
  size_t numberOf(const Racer& racer) const { return size_t(&racer - race_.racers.data()) + 1; }
  void take(Detector& detector, Racer& racer);
  void compare(RaceStep& step, uint32_t number, Frame& frame, const Racer& racer);
  void keep(RaceStep& step, const std::shared_ptr<Frame>& frame);
  void time(Racer& racer, RunTimes& times);
  using Asked = std::map<Stage, LaunchCounts>;
  void count(Racer& racer, Device& device, const Asked& asked);

  const RaceInput& input_;
  const std::stop_token stop_;
  const RaceNews& news_;
  RaceDevices devices_;
  size_t left_bytes_;  ///< for states
  Race race_;
  std::vector<RunTimes> timings_;             ///< by racer
  double chosePairs_ = 0;                     ///< by the first racer
  double done_ = 0;                           ///< turns, looks by their weight
  std::vector<std::shared_ptr<Frame>> kept_;  ///< by the present look: nobody else has them yet
};

void DetectionRace::look(Racer& racer) {
  news_.show(fraction(), "warm-up", numberOf(racer), race_.racers.size(), racer);
  Device& device = devices_.of(racer.entry.job);
  racer.device = device.description();
  Detector detector(input_.cloud, racer.entry.job, device, stop_, {.historyBytes = 0});
  take(detector, racer);
  detector.advance(StepKind::end, stop_, [&](Detector& at) { take(at, racer); });
  const std::shared_ptr<Frame> end = detector.frame(true, false, stop_);
  racer.end = end;
  racer.hash = end->hash;
  for (const std::shared_ptr<Frame>& frame : kept_) frame->history = end->history;  // one for all, and not a longer one for every step
  kept_.clear();
  const Racer& first = race_.racers.front();
  if (RaceStep& last = racer.steps.back(); last.state && (&racer == &first || !last.equal)) {
    end->exact = last.state->exact, end->difference = last.state->difference;
    last.state = end;  // with the curve
  }
  racer.equal = racer.hash == first.hash && !racer.differsFrom();
  done_ += kLookWeight;
}

/// The step that the detector stands at.
void DetectionRace::take(Detector& detector, Racer& racer) {
  const bool joined = !detector.job().plan().joins;  // the steps make the edges
  const std::shared_ptr<Frame> frame = detector.frame(joined, false, stop_);
  RaceStep step{.record = frame->record()};
  step.record.milliseconds = step.record.device_ms = 0;
  step.hash = joined ? frame->hash : curveHash(frame->chosen, {}, stop_);
  if (step.record.stage == Stage::choose && &racer == &race_.racers.front()) chosePairs_ = pairsOfChoose(race_.points, frame->chosenOrigin);
  if (&racer != &race_.racers.front()) compare(step, uint32_t(racer.steps.size()), *frame, racer);
  if (!step.state) keep(step, frame);
  racer.steps.push_back(std::move(step));
  news_.show(fraction(), "warm-up", numberOf(racer), race_.racers.size(), racer, racer.steps.size() - 1);
}

/// With the first racer's step of the same number; with its last one where it has ended before.
void DetectionRace::compare(RaceStep& step, uint32_t number, Frame& frame, const Racer& racer) {
  const std::vector<RaceStep>& first = race_.racers.front().steps;
  const RaceStep& other = first[std::min<size_t>(number, first.size() - 1)];
  step.equal = number < first.size() && other.hash == step.hash;
  if (!other.state) return;
  if (step.equal) {
    step.state = other.state;
  } else {
    step.difference = differenceOf(other.state->chosen, frame.chosen, race_.r1, {devices_.of(racer.entry.job), stop_, {}});
    frame.exact = other.state, frame.difference = *step.difference;
  }
}

void DetectionRace::keep(RaceStep& step, const std::shared_ptr<Frame>& frame) {
  const size_t bytes = bytesOf(*frame);
  if (bytes > left_bytes_) return;
  left_bytes_ -= bytes;
  step.state = frame;
  kept_.push_back(frame);
}

/// Without a look at any step, as detect runs it.
void DetectionRace::time(Racer& racer, RunTimes& times) {
  news_.beforeTiming(fraction(), race_.turns + 1, size_t(input_.repeat), racer);
  Device& device = devices_.of(racer.entry.job);
  Asked asked;
  LaunchCounts before = launchCounts();
  DetectorOptions options{.historyBytes = 0};
  options.ranStage = [&](Stage stage) {
    const LaunchCounts now = launchCounts();
    asked[stage] += now - std::exchange(before, now);
  };
  Detector detector(input_.cloud, racer.entry.job, device, stop_, std::move(options));
  detector.advance(StepKind::end, stop_);
  times.add(*detector.frame(true, false, stop_));
  times.put(racer);
  count(racer, device, asked);
  ++done_;
}

void DetectionRace::count(Racer& racer, Device& device, const Asked& asked) {
  racer.counts.clear();
  const Job& job = racer.entry.job;
  const bool whole = job.tileDetection() == TileDetection::whole;  // in tiles not every pair is compared
  for (const Stage stage : job.stages()) {
    const Version& version = job.version(stage);
    StageWork work{.points = input_.cloud.size(), .cloud_bytes = input_.cloud.points().bytes()};
    if (const auto found = asked.find(stage); found != asked.end()) work.asked = found->second;
    uint64_t before = 0;
    for (const RaceStep& step : racer.steps) {
      const uint64_t nodes = std::exchange(before, step.record.chosen);
      if (step.record.stage != stage) continue;
      ++work.steps;
      work.nodes += nodes, work.moved += step.record.moved, work.removed += step.record.removed;
      work.lookedAt += step.record.lookedAt;
      if (whole) work.pairs += step.record.lookedAt * step.record.chosen;
    }
    for (const RacePart& part : racer.parts)
      if (part.stage == stage) work.milliseconds += part.milliseconds;
    work.bytesPerSecond = devices_.peak(device).bytesPerSecond;
    addCounts(version, work, racer);
    if (name(stage) != race_.of) continue;
    racer.raced_ms = work.milliseconds, racer.ofUser = version.ofUser;
    racer.roof = roofOf(devices_.peak(device), input_.cloud.scalar(), version.backend);
    if (whole && &racer == &race_.racers.front()) race_.cost = costOfSteps(stage, input_.cloud, racer.steps, chosePairs_);
  }
}

}  // namespace

std::optional<uint32_t> Racer::differsFrom() const {
  for (size_t i = 0; i < steps.size(); ++i)
    if (!steps[i].equal) return uint32_t(i);
  return equal || steps.empty() ? std::nullopt : std::optional(uint32_t(steps.size()));
}

uint64_t Racer::lookedAt() const {
  uint64_t sum = 0;
  for (const RaceStep& step : steps) sum += step.record.lookedAt;
  return sum;
}

double Racer::iteration_ms() const {
  double sum = 0, count = 0;
  for (const RaceStep& step : steps)
    if (stageInfo(step.record.stage).effect == StepEffect::moves) sum += step.record.milliseconds, ++count;
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

uint32_t Racer::stepAt(double ms) const {
  const auto later = std::ranges::upper_bound(steps, ms, {}, &RaceStep::ended_ms);
  return uint32_t(std::max<ptrdiff_t>(0, later - steps.begin() - 1));
}

uint32_t Race::steps() const {
  size_t most = 0;
  for (const Racer& racer : racers) most = std::max(most, racer.steps.size());
  return uint32_t(most);
}

double Race::longest_ms() const {
  double longest = 0;
  for (const Racer& racer : racers) longest = std::max({longest, racer.milliseconds, racer.steps.empty() ? 0 : racer.steps.back().ended_ms});
  return longest;
}

Roofline Race::roofline() const {
  Roofline roofline{cost, racers.empty() ? Roof{} : racers.front().roof, {}};
  const auto isAlike = [&](const Racer& racer) { return racer.device == racers.front().device && racer.raced_ms > 0; };
  if (!std::ranges::all_of(racers, isAlike)) return {};
  for (const Racer& racer : racers) roofline.dots.push_back({racer.entry.label, racer.raced_ms, racer.ofUser});
  return roofline;
}

Race raceVersions(const RaceInput& input, std::stop_token stop, const RaceNews& news) {
  if (input.entries.size() < kFewestRacers || input.entries.size() > kMostRacers)
    throw Error(ErrorKind::wrongUse, "cannot race", input.of, std::to_string(input.entries.size()) + " take part", "give two to four");
  if (racesNeighbours(input.of)) return raceSearches(input, std::move(stop), news);
  return DetectionRace(input, std::move(stop), news).run();
}

}  // namespace arete
