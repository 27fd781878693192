#include "compute/engine/engine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <thread>
#include <tuple>
#include <variant>

#include "compute/core/start_thread.h"
#include "compute/core/thread_priority.h"
#include "compute/engine/network_doubt.h"
#include "compute/engine/network_state.h"
#include "compute/engine/run_job.h"

namespace arete {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kFrameInterval = std::chrono::milliseconds(33);
// A run that a newer start supersedes goes on for this long, so that the picture follows while R1 is dragged.
constexpr auto kLiveBudget = std::chrono::milliseconds(250);
// … or for this long, while none of it could be shown yet.
constexpr auto kLiveBudgetUnseen = std::chrono::milliseconds(1000);
// When choose, or what comes before a network's nodes, takes this long, its points are shown; otherwise they would only flicker.
constexpr auto kSlowChoose = std::chrono::milliseconds(100);
// A picture without the curve comes first when the curve takes longer.
constexpr std::chrono::duration<double> kQuickCurve = std::chrono::milliseconds(50);
constexpr double kFirstGuessPerChosen_s = 5e-7;  // of order and hash, until measured
constexpr uint32_t kFewestToMeasure = 10'000;

struct StartCommand {
  PointCloud cloud;
  Job job;
  uint32_t untilStep;
  uint64_t generation;
  std::shared_ptr<PointsElsewhere> elsewhere = {};
  bool cancelled = false;  ///< before its turn: nothing is computed until a later command needs it
};
struct AdvanceCommand {
  StepKind kind;
  uint32_t count;
};
struct GoToCommand {
  uint32_t step;
};
/// Publishes the present step again, with what is wanted now.
struct PublishCommand {};
struct PrepareCommand {
  Job job;
};
using Command = std::variant<StartCommand, AdvanceCommand, GoToCommand, PublishCommand, PrepareCommand>;

}  // namespace

struct Engine::State {
  State(Listener listener, DeviceMaker makeDevice) : listener(std::move(listener)), makeDevice(std::move(makeDevice)) {}
  ~State() {
    const std::lock_guard lock(mutex);
    ending = true;
    present.request_stop();
    wake.notify_all();
  }

  // Shared, under the mutex.
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::deque<Command> queue;
  std::stop_source present;  ///< of the running command
  bool running = false, ending = false;
  Clock::time_point commandStart;
  bool superseded = false;                    ///< a newer start waits; the running command ends when its live budget is used up
  bool shown = false;                         ///< a frame of the running command was published
  const PointArray* runningPoints = nullptr;  ///< identity of the cloud in use
  uint64_t lastGeneration = 0;

  std::atomic<bool> withAssignment = false, withExact = false;  ///< wanted, independently of the commands

  // Compute thread only.
  const Listener listener;
  const DeviceMaker makeDevice;
  std::unique_ptr<Device> device;
  std::tuple<std::optional<Backend>, Backend, double, double> deviceKey;  ///< what `device` was made for: backends, threads, GPU
  std::optional<StartCommand> started;  ///< what the detector is made for; after an early cancel there may be no detector
  bool gpuLost = false;
  std::unique_ptr<Detector> detector;
  uint64_t generation = 0;
  std::shared_ptr<const Frame> exact;  ///< the last exact answer for a comparison, and the job it was computed for
  Job exactJob;
  Clock::time_point lastPublished;
  std::chrono::duration<double> lastCost{};  ///< of the last frame
  double curvePerChosen_s = kFirstGuessPerChosen_s;

  void loop();
  void watch();
  void execute(const Command& command, std::stop_token stop);
  void run(const StartCommand& command, std::stop_token stop);
  void makeDetector(std::stop_token stop);
  void makeDetectorElsewhere(const Job& job, const std::stop_token& stop);
  void makeDeviceFor(const Job& job);
  void prepare(const Job& job);
  Job runnable(const Job& job) const { return gpuLost ? job.onCpu() : job; }
  void executeAnywhere(const Command& command, std::stop_token stop);
  bool goOnWithCpu(const Error& error);
  enum class Detail { quick, curve, complete };  ///< without the curve; with it; with everything that was asked for
  void publish(bool busy, Detail detail, std::stop_token stop);
  void publishStep(bool busy, std::stop_token stop);
  void publishLastStep();
  bool exactIsKnown(const PointCloud& cloud) const {
    return exact && exact->cloud.sharedPoints() == cloud.sharedPoints() && exactJob == detector->job().exactCounterpart();
  }
  bool wantsExact() const { return withExact && detector && detector->finished() && !detector->job().exact(); }
  void findExact(std::stop_token stop);
  bool curveIsQuick() const { return detector->present().chosen * curvePerChosen_s <= kQuickCurve.count(); }
  bool moreQueued() const {
    const std::lock_guard lock(mutex);
    return !queue.empty();
  }
  /// Frames take at most half of the time, whatever they cost.
  void observe(std::stop_token stop) {
    if (hasOnlySuperPoints(detector->present().stage) && Clock::now() - commandStart < kSlowChoose) return;
    if (Clock::now() - lastPublished < std::max<std::chrono::duration<double>>(kFrameInterval, lastCost)) return;
    publish(true, curveIsQuick() ? Detail::curve : Detail::quick, std::move(stop));
  }
  void publishAgain() {
    const std::lock_guard lock(mutex);
    queue.push_back(PublishCommand{});
    wake.notify_all();
  }
  void fail(Error error) { listener({.error = std::move(error), .generation = generation}); }

  std::jthread computeThread, watchThread;  ///< last: joined before the rest goes
};

void Engine::State::publish(bool busy, Detail detail, std::stop_token stop) {
  if (!detector) return listener({.busy = busy, .generation = generation});
  const Clock::time_point begin = Clock::now();
  const std::shared_ptr<Frame> frame =
      detector->frame(detail != Detail::quick, detail == Detail::complete && withAssignment && !started->elsewhere, stop);
  frame->generation = generation;
  if (detail == Detail::complete) frame->doubt = networkDoubt(*frame, {*device, stop, {}});
  if (started->elsewhere) frame->cloud = started->cloud;
  if (detail == Detail::complete && withExact && !frame->job.exact() && exactIsKnown(frame->cloud)) {
    frame->exact = exact;
    frame->difference = differenceOf(exact->chosen, frame->chosen, frame->job.r1(), {*device, {}, {}});
  }
  lastPublished = Clock::now();
  lastCost = lastPublished - begin;
  if (frame->curveKnown && frame->assignment.empty()) curvePerChosen_s = lastCost.count() / std::max(frame->chosen.size(), kFewestToMeasure);
  listener({.frame = frame, .busy = busy, .generation = generation});
  const std::lock_guard lock(mutex);
  shown = true;
  if (superseded) wake.notify_all();
}

/// Publishes where a command ended, completely; where that takes long, a quick picture first, and only that when more is waiting.
void Engine::State::publishStep(bool busy, std::stop_token stop) {
  if (detector && !curveIsQuick()) {
    publish(true, Detail::quick, stop);
    if (busy) return;
  }
  publish(busy, Detail::complete, std::move(stop));
}

/// After a finished detection: computes the exact answer, unless it is known or something else is waiting; then publishes the frame again.
void Engine::State::findExact(std::stop_token stop) {
  if (moreQueued()) return;
  const auto frame = detector->frame(false, false, stop);
  if (!exactIsKnown(frame->cloud)) {
    exactJob = detector->job().exactCounterpart();
    exact.reset();
    exact = runJobOn(*device, frame->cloud, exactJob, {}, stop);
  }
  publish(moreQueued(), Detail::complete, stop);
}

/// After a cancelled command: the picture shows how far it got. Can be cancelled itself.
void Engine::State::publishLastStep() {
  std::stop_token stop;
  {
    const std::lock_guard lock(mutex);
    if (ending) return;
    present = std::stop_source();
    stop = present.get_token();
  }
  try {
    publishStep(moreQueued(), stop);
  } catch (const Cancelled&) {
    listener({.busy = moreQueued(), .generation = generation});
  }
}

/// Ends superseded commands whose live budget is used up, even in the middle of a long step.
void Engine::State::watch() {
  std::unique_lock lock(mutex);
  while (!ending) {
    if (!superseded) {
      wake.wait(lock);
    } else if (const auto deadline = commandStart + (shown ? kLiveBudget : kLiveBudgetUnseen); Clock::now() < deadline) {
      wake.wait_until(lock, deadline);
    } else {
      present.request_stop();
      superseded = false;
    }
  }
}

void Engine::State::run(const StartCommand& command, std::stop_token stop) {
  generation = command.generation;
  detector.reset();
  started = command;
  if (command.cancelled) return;
  makeDetector(stop);
  detector->goTo(
      command.untilStep, stop, [&](Detector&) { observe(stop); }, Detector::Watch::nowAndThen);
}

/// Makes the detector, including choose; again after that was cancelled. What was started stays, so that later commands find a detection.
void Engine::State::makeDetector(std::stop_token stop) {
  const Job job = runnable(started->job);
  if (!started->elsewhere) makeDeviceFor(job);
  listener({.busy = true, .generation = generation});
  const Clock::time_point begin = Clock::now();
  if (started->elsewhere) makeDetectorElsewhere(job, stop);
  else detector = std::make_unique<Detector>(started->cloud, job, *device, stop);
  if (Clock::now() - begin > kSlowChoose) observe(stop);  // the next steps take at least as long
}

/// Of points that are not in memory: what goes through them says how far it is.
void Engine::State::makeDetectorElsewhere(const Job& job, const std::stop_token& stop) {
  const auto tell = [this, clock = WorkClock(started->elsewhere->size())](double fraction) mutable {
    if (auto work = clock.at(fraction)) listener({.work = work, .busy = true, .generation = generation});
  };
  DetectionElsewhere made = started->elsewhere->detection(job, stop, tell);
  makeDeviceFor(made.job);
  detector = std::make_unique<Detector>(made.facts, made.job, *device, stop, DetectorOptions{.makeSteps = made.makeSteps, .progress = tell});
}

void Engine::State::makeDeviceFor(const Job& job) {
  const std::tuple key(job.backend, job.deviceBackend(), job.params.get(kThreadsParam), job.params.get(kGpuParam));
  if (device && deviceKey == key) return;
  device.reset();
  device = makeDevice(job);
  deviceKey = key;
}

void Engine::State::prepare(const Job& job) {
  if (device) return;  // a detector may be on it
  try {
    makeDeviceFor(runnable(job));
  } catch (const std::exception&) {  // the next start will report it
  }
}

void Engine::State::execute(const Command& command, std::stop_token stop) {
  if (const auto* preparation = std::get_if<PrepareCommand>(&command)) return prepare(preparation->job);
  const auto observer = [&](Detector&) { observe(stop); };
  if (const auto* start = std::get_if<StartCommand>(&command)) {
    run(*start, stop);
  } else if (!std::holds_alternative<PublishCommand>(command) && started) {
    if (!detector) makeDetector(stop);
    if (const auto* advance = std::get_if<AdvanceCommand>(&command))
      for (uint32_t i = 0; i < advance->count && !detector->finished(); ++i) detector->advance(advance->kind, stop, observer);
    else detector->goTo(std::get<GoToCommand>(command).step, stop, observer);
  }
  publishStep(moreQueued() || wantsExact(), stop);
  if (wantsExact()) findExact(stop);
}

/// Whether the CPU takes over from the GPU. Then the detector stands at the same step on the CPU, or does not exist yet.
bool Engine::State::goOnWithCpu(const Error& error) {
  if ((device != nullptr && device->backend() == Backend::cpu) || !started->job.cpuMayTakeOver(error)) return false;
  gpuLost = gpuLost || error.kind() == ErrorKind::deviceLost;
  listener({.notice = error, .busy = true, .generation = generation});
  started->job = started->job.onCpu();
  started->untilStep = detector ? detector->step() : 0;
  detector.reset();
  device.reset();
  return true;
}

void Engine::State::executeAnywhere(const Command& command, std::stop_token stop) {
  const auto* start = std::get_if<StartCommand>(&command);
  try {
    execute(command, stop);
  } catch (const Error& error) {
    if (!started || !goOnWithCpu(error)) throw;
    const StartCommand again{started->cloud, started->job, start != nullptr ? start->untilStep : started->untilStep, generation, started->elsewhere};
    if (start != nullptr) return execute(again, stop);
    run(again, stop);
    execute(command, stop);
  }
}

void Engine::State::loop() {
  giveWay();
  for (;;) {
    std::unique_lock lock(mutex);
    running = false;
    runningPoints = nullptr;
    superseded = false;
    wake.wait(lock, [&] { return ending || !queue.empty(); });
    if (ending) return;
    const Command command = std::move(queue.front());
    queue.pop_front();
    present = std::stop_source();
    const std::stop_token stop = present.get_token();
    running = true;
    shown = false;
    commandStart = Clock::now();
    if (const auto* start = std::get_if<StartCommand>(&command)) runningPoints = &start->cloud.points();
    lock.unlock();
    try {
      try {
        executeAnywhere(command, stop);
      } catch (const Cancelled&) {
        publishLastStep();
      }
    } catch (const Error& error) {
      fail(error);
    } catch (const std::bad_alloc&) {
      fail(Error(ErrorKind::outOfMemory, "cannot detect ridges", "", "not enough memory",
                 "close other programs, or open every n-th point of the file"));
    } catch (const std::exception& error) {
      fail(Error(ErrorKind::internal, "cannot detect ridges", "", error.what(), "please report this with the file and parameters"));
    }
  }
}

Engine::Engine(Listener listener, DeviceMaker makeDevice) : state_(std::make_unique<State>(std::move(listener), std::move(makeDevice))) {
  state_->computeThread = startThread("cannot detect ridges", [state = state_.get()] { state->loop(); });
  state_->watchThread = startThread("cannot detect ridges", [state = state_.get()] { state->watch(); });
}

Engine::~Engine() = default;

uint64_t Engine::start(PointCloud cloud, Job job, uint32_t untilStep, std::shared_ptr<PointsElsewhere> elsewhere) {
  const std::lock_guard lock(state_->mutex);
  const bool sameCloud = state_->running && state_->runningPoints == &cloud.points();
  state_->queue.clear();
  const uint64_t generation = ++state_->lastGeneration;
  state_->queue.push_back(StartCommand{std::move(cloud), std::move(job), untilStep, generation, std::move(elsewhere)});
  if (sameCloud) state_->superseded = true;
  else state_->present.request_stop();
  state_->wake.notify_all();
  return generation;
}

void Engine::prepare(Job job) {
  const std::lock_guard lock(state_->mutex);
  state_->queue.push_back(PrepareCommand{std::move(job)});
  state_->wake.notify_all();
}

void Engine::advance(StepKind kind, uint32_t count) {
  const std::lock_guard lock(state_->mutex);
  state_->queue.push_back(AdvanceCommand{kind, count});
  state_->wake.notify_all();
}

void Engine::goTo(uint32_t step) {
  const std::lock_guard lock(state_->mutex);
  std::erase_if(state_->queue, [](const Command& command) { return std::holds_alternative<GoToCommand>(command); });
  state_->queue.push_back(GoToCommand{step});
  state_->wake.notify_all();
}

void Engine::setWithAssignment(bool on) {
  state_->withAssignment = on;
  state_->publishAgain();
}

void Engine::setWithExact(bool on) {
  state_->withExact = on;
  state_->publishAgain();
}

void Engine::cancel() {
  const std::lock_guard lock(state_->mutex);
  const bool unheard = !state_->running && !state_->queue.empty();
  std::erase_if(state_->queue, [](const Command& command) { return !std::holds_alternative<StartCommand>(command); });
  if (!state_->queue.empty()) std::get<StartCommand>(state_->queue.front()).cancelled = true;  // later commands refer to it
  else if (unheard) state_->queue.push_back(PublishCommand{});                                 // tells waiting callers that nothing follows
  state_->present.request_stop();
  state_->wake.notify_all();
}

bool Engine::busy() const {
  const std::lock_guard lock(state_->mutex);
  return state_->running || !state_->queue.empty();
}

}  // namespace arete
