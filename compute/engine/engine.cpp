#include "compute/engine/engine.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <thread>
#include <variant>

namespace arete {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kFrameInterval = std::chrono::milliseconds(33);
// A run that a newer start supersedes goes on for this long: while R1 is dragged the picture follows instead of starving.
constexpr auto kLiveBudget = std::chrono::milliseconds(250);

struct StartCommand {
  PointCloud cloud;
  Job job;
  uint32_t untilStep;
  uint64_t generation;
};
struct AdvanceCommand {
  StepKind kind;
  uint32_t count;
};
struct GoToCommand {
  uint32_t step;
};
struct AssignmentCommand {
  bool on;
};
using Command = std::variant<StartCommand, AdvanceCommand, GoToCommand, AssignmentCommand>;

}  // namespace

struct Engine::State {
  explicit State(Listener listener) : listener(std::move(listener)) {}

  // Shared, under the mutex.
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::deque<Command> queue;
  std::stop_source present;  ///< of the command that runs
  bool running = false, ending = false;
  Clock::time_point commandStart;
  bool superseded = false;                    ///< a newer start waits; the running command ends when its live budget is used up
  const PointArray* runningPoints = nullptr;  ///< identity of the cloud that runs
  uint64_t lastGeneration = 0;

  // Compute thread only.
  const Listener listener;
  std::unique_ptr<Device> device;
  std::unique_ptr<Detector> detector;
  uint64_t generation = 0;
  bool withAssignment = false;
  Clock::time_point lastPublished;

  std::thread computeThread, watchThread;

  void loop();
  void watch();
  void execute(const Command& command, std::stop_token stop);
  void run(const StartCommand& command, std::stop_token stop);
  void publish(bool busy, bool complete, std::stop_token stop);
  void publishLastStep();
  void observe(std::stop_token stop) {
    if (Clock::now() - lastPublished >= kFrameInterval) publish(true, false, std::move(stop));
  }
  void fail(Error error) { listener({nullptr, std::move(error), false, generation}); }
};

/// `complete` false: in the middle of a run, without the assignment of cloud points, which would cost a pass over the cloud.
void Engine::State::publish(bool busy, bool complete, std::stop_token stop) {
  if (!detector) return listener({nullptr, {}, busy, generation});
  auto frame = std::make_shared<Frame>(*detector->frame(true, complete && withAssignment, std::move(stop)));
  frame->generation = generation;
  lastPublished = Clock::now();
  listener({std::move(frame), {}, busy, generation});
}

/// After a cancelled command: the picture shows how far it came. Can be cancelled itself.
void Engine::State::publishLastStep() {
  std::stop_token stop;
  bool more = false;
  {
    const std::lock_guard lock(mutex);
    if (ending) return;
    present = std::stop_source();
    stop = present.get_token();
    more = !queue.empty();
  }
  try {
    publish(more, true, stop);
  } catch (const Cancelled&) {
  }
}

/// Ends superseded commands whose live budget is used up, also in the middle of a long step.
void Engine::State::watch() {
  std::unique_lock lock(mutex);
  while (!ending) {
    if (!superseded) {
      wake.wait(lock);
    } else if (wake.wait_until(lock, commandStart + kLiveBudget) == std::cv_status::timeout && superseded) {
      present.request_stop();
      superseded = false;
    }
  }
}

void Engine::State::run(const StartCommand& command, std::stop_token stop) {
  generation = command.generation;
  detector.reset();
  const int threads = int(command.job.params.get(kThreadsParam));
  const bool fits = device && device->backend() == command.job.deviceBackend() &&
                    device->threads().size() == (threads == 0 ? int(std::thread::hardware_concurrency()) : threads);
  if (!fits) device = makeDevice(command.job);
  listener({nullptr, {}, true, generation});
  detector = std::make_unique<Detector>(command.cloud, command.job, *device, stop);
  detector->goTo(command.untilStep, stop, [&](Detector&) { observe(stop); });
}

void Engine::State::execute(const Command& command, std::stop_token stop) {
  const auto observer = [&](Detector&) { observe(stop); };
  if (const auto* start = std::get_if<StartCommand>(&command)) {
    run(*start, stop);
  } else if (const auto* assignment = std::get_if<AssignmentCommand>(&command)) {
    withAssignment = assignment->on;
  } else if (detector) {
    if (const auto* advance = std::get_if<AdvanceCommand>(&command))
      for (uint32_t i = 0; i < advance->count && !detector->finished(); ++i) detector->advance(advance->kind, stop, observer);
    else detector->goTo(std::get<GoToCommand>(command).step, stop, observer);
  }
  bool more = false;
  {
    const std::lock_guard lock(mutex);
    more = !queue.empty();
  }
  publish(more, true, stop);
}

void Engine::State::loop() {
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
    commandStart = Clock::now();
    if (const auto* start = std::get_if<StartCommand>(&command)) runningPoints = &start->cloud.points();
    lock.unlock();
    try {
      try {
        execute(command, stop);
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

Engine::Engine(Listener listener) : state_(std::make_unique<State>(std::move(listener))) {
  state_->computeThread = std::thread([state = state_.get()] { state->loop(); });
  state_->watchThread = std::thread([state = state_.get()] { state->watch(); });
}

Engine::~Engine() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ending = true;
    state_->present.request_stop();
  }
  state_->wake.notify_all();
  state_->computeThread.join();
  state_->watchThread.join();
}

uint64_t Engine::start(PointCloud cloud, Job job, uint32_t untilStep) {
  const std::lock_guard lock(state_->mutex);
  const bool sameCloud = state_->running && state_->runningPoints == &cloud.points();
  state_->queue.clear();
  const uint64_t generation = ++state_->lastGeneration;
  state_->queue.push_back(StartCommand{std::move(cloud), std::move(job), untilStep, generation});
  if (sameCloud) state_->superseded = true;
  else state_->present.request_stop();
  state_->wake.notify_all();
  return generation;
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
  const std::lock_guard lock(state_->mutex);
  state_->queue.push_back(AssignmentCommand{on});
  state_->wake.notify_all();
}

void Engine::cancel() {
  const std::lock_guard lock(state_->mutex);
  state_->queue.clear();
  state_->present.request_stop();
}

bool Engine::busy() const {
  const std::lock_guard lock(state_->mutex);
  return state_->running || !state_->queue.empty();
}

}  // namespace arete
