// Tasks on the lanes of a device (compute/core/side_by_side.h), some of them begun before it is known whether they will be needed: a search that asks
// for one thing after the other leaves most lanes idle, and these go ahead meanwhile. What is done ahead changes no answer, as nobody sees it unless
// it is asked for.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "compute/core/device.h"

namespace arete {

class TaskCrew {
 public:
  struct Task;
  using TaskPtr = std::shared_ptr<Task>;
  using Lead = std::function<void(TaskCrew&)>;

  /// Calls every lead(crew), each on a thread of its own, and does on the lanes what they add; returns when all leads have returned. Tasks that
  /// nobody waits for by then are stopped. On a device with few lanes nothing is done ahead: tasks are done side by side when they are waited for; by
  /// all threads, whosever they are, where there is no more than one thread for each lead.
  /// Throws Cancelled, and what a lead throws first.
  static void run(const StageContext& context, const std::vector<Lead>& leads);

  /// Adds a task, to be called with a device of its own. It is begun when all that is waited for has begun, in the order of these calls.
  TaskPtr add(std::function<void(const StageContext&)> work);
  /// Throws Cancelled, and what one of the tasks threw.
  void waitFor(std::span<const TaskPtr> tasks);
  /// Of what is not done nothing is left when it returns: tasks that wait are forgotten, and those that have begun are stopped.
  void drop(std::span<const TaskPtr> tasks);

 private:
  explicit TaskCrew(const StageContext& context) : context_(context) {}
  void lead(const Lead& lead);
  void workOn(const StageContext& lane);
  bool hasNext() const;
  TaskPtr next();
  void stopAll();
  void end();

  const StageContext& context_;
  bool hasLanes_ = false, goesAhead_ = false;
  std::mutex mutex_;  // guards what follows, and the tasks' states
  std::condition_variable changed_;
  std::deque<TaskPtr> waiting_;
  std::vector<TaskPtr> begun_;
  size_t leading_ = 0;
  bool isStopped_ = false, hasEnded_ = false;
  std::exception_ptr failure_;  // of a lead
};

}  // namespace arete
