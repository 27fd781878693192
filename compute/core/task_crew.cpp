#include "compute/core/task_crew.h"

#include <algorithm>
#include <iterator>
#include <stop_token>
#include <utility>

#include "compute/core/side_by_side.h"
#include "compute/core/start_thread.h"

namespace arete {

struct TaskCrew::Task {
  enum class State : uint8_t { waiting, begun, done };

  std::function<void(const StageContext&)> work;
  State state = State::waiting;
  bool isWanted = false;
  std::exception_ptr failure = {};
  std::stop_source stop = {};
};

/// Lanes that may go ahead: those of a GPU. CPU threads share each task instead, which takes them less time than a task a thread.
static size_t lanesAhead(Device& device) {
  constexpr size_t kFewest = 4;
  const size_t lanes = dynamic_cast<LaneDevice*>(&device) != nullptr ? lanesOf(device) : 0;
  return lanes < kFewest ? 0 : lanes;
}

/// Lanes for leads that have one thread each at most: without lanes the thread of the lead that ends first would stay idle.
static size_t lanesOfFewThreads(Device& device, size_t leads) {
  const auto threads = size_t(device.threads().size());
  return device.backend() == Backend::cpu && threads > 1 && threads <= leads ? threads : 0;
}

void TaskCrew::run(const StageContext& context, const std::vector<Lead>& leads) {
  const size_t ahead = lanesAhead(context.device), lanes = ahead > 0 ? ahead : lanesOfFewThreads(context.device, leads.size());
  if (lanes == 0)
    return sideBySide(leads.size(), context, [&](size_t i, const StageContext& own) {
      TaskCrew crew(own);
      leads[i](crew);
    });
  TaskCrew crew(context);
  crew.hasLanes_ = true, crew.goesAhead_ = ahead > 0;
  crew.leading_ = leads.size();
  const std::stop_callback stopped(context.stop, [&] { crew.stopAll(); });
  {
    std::vector<std::jthread> threads;
    try {
      for (const Lead& lead : leads) threads.push_back(startThread("cannot search", [&] { crew.lead(lead); }));
      onLanes(lanes, context, [&](const StageContext& lane) { crew.workOn(lane); });
    } catch (...) {
      crew.end();
      throw;
    }
  }
  if (crew.failure_) std::rethrow_exception(crew.failure_);
}

void TaskCrew::lead(const Lead& lead) {
  std::exception_ptr failure;
  try {
    lead(*this);
  } catch (...) {
    failure = std::current_exception();
  }
  bool isLast = false;
  {
    const std::lock_guard lock(mutex_);
    if (failure && !failure_) failure_ = failure;
    isLast = --leading_ == 0 || failure;
  }
  if (isLast) end();
}

/// What has begun, and what will.
void TaskCrew::stopAll() {
  const std::lock_guard lock(mutex_);
  isStopped_ = true;
  for (const TaskPtr& task : begun_) task->stop.request_stop();
}

void TaskCrew::end() {
  stopAll();
  {
    const std::lock_guard lock(mutex_);
    hasEnded_ = true;
  }
  changed_.notify_all();
}

TaskCrew::TaskPtr TaskCrew::add(std::function<void(const StageContext&)> work) {
  auto task = std::make_shared<Task>(Task{std::move(work)});
  if (!hasLanes_) return task;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(task);
  }
  changed_.notify_all();
  return task;
}

void TaskCrew::waitFor(std::span<const TaskPtr> tasks) {
  if (!hasLanes_) {
    std::vector<TaskPtr> left;
    std::ranges::copy_if(tasks, std::back_inserter(left), [](const TaskPtr& task) { return task->state != Task::State::done; });
    return sideBySide(left.size(), context_, [&](size_t i, const StageContext& own) {
      left[i]->work(own);
      left[i]->state = Task::State::done;
    });
  }
  std::unique_lock lock(mutex_);
  for (const TaskPtr& task : tasks) task->isWanted = true;
  changed_.notify_all();
  const auto isDone = [](const TaskPtr& task) { return task->state == Task::State::done; };
  changed_.wait(lock, [&] { return hasEnded_ || std::ranges::all_of(tasks, isDone); });
  if (hasEnded_) throw Cancelled{};
  for (const TaskPtr& task : tasks)
    if (task->failure) std::rethrow_exception(task->failure);
}

void TaskCrew::drop(std::span<const TaskPtr> tasks) {
  if (!hasLanes_) return;
  std::unique_lock lock(mutex_);
  const auto isDropped = [&](const TaskPtr& task) { return std::ranges::find(tasks, task) != tasks.end(); };
  std::erase_if(waiting_, isDropped);
  for (const TaskPtr& task : begun_)
    if (isDropped(task)) task->stop.request_stop();
  changed_.wait(lock, [&] { return std::ranges::none_of(begun_, isDropped); });
}

bool TaskCrew::hasNext() const {
  return goesAhead_ ? !waiting_.empty() : std::ranges::any_of(waiting_, [](const TaskPtr& task) { return task->isWanted; });
}

/// What is waited for first. There is one.
TaskCrew::TaskPtr TaskCrew::next() {
  auto found = std::ranges::find_if(waiting_, [](const TaskPtr& task) { return task->isWanted; });
  if (found == waiting_.end()) found = waiting_.begin();
  TaskPtr task = *found;
  waiting_.erase(found);
  task->state = Task::State::begun;
  begun_.push_back(task);
  if (isStopped_) task->stop.request_stop();
  return task;
}

void TaskCrew::workOn(const StageContext& lane) {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return hasEnded_ || hasNext(); });
    if (hasEnded_) return;
    const TaskPtr task = next();
    lock.unlock();
    try {
      task->work({lane.device, task->stop.get_token(), {}});
    } catch (...) {
      task->failure = std::current_exception();
    }
    lock.lock();
    task->state = Task::State::done;
    std::erase(begun_, task);
    changed_.notify_all();
  }
}

}  // namespace arete
