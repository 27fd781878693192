#include "python/working.h"

#include <atomic>
#include <exception>
#include <set>

#include "compute/core/error.h"
#include "compute/core/start_thread.h"

namespace arete::python {

namespace {

/// All work that somebody waits for.
struct Register {
  std::mutex mutex;
  std::condition_variable left;
  std::set<Working*> working;
  std::atomic<bool> ending = false;
};

Register& all() {
  static auto* const made = new Register;  // never destroyed: threads may outlive the interpreter
  return *made;
}

}  // namespace

Working::Working(bool isHeard) : isHeard_(isHeard) {
  const std::lock_guard lock(all().mutex);
  if (all().ending) throw Cancelled{};
  all().working.insert(this);
}

Working::~Working() {
  const std::lock_guard lock(all().mutex);
  all().working.erase(this);
  all().left.notify_all();
}

bool isEnding() { return all().ending; }

void endAllWork() {
  constexpr std::chrono::seconds kLongest(2);
  const py::gil_scoped_release released;
  std::unique_lock lock(all().mutex);
  all().ending = true;
  for (Working* each : all().working) each->stop_.request_stop();
  all().left.wait_for(lock, kLongest, [] { return all().working.empty(); });
}

void Working::report(double fraction, std::string_view what) {
  const std::lock_guard lock(mutex_);
  news_ = {fraction, std::string(what)};
}

std::function<void(double)> Working::reporting(std::string what) {
  return [this, what = std::move(what)](double fraction) { report(fraction, what); };
}

bool Working::endsWithin(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [this] { return ended_; });
}

void Working::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

/// With the interpreter lock.
void Working::attend(const py::object& progress) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  std::unique_lock lock(mutex_);
  const std::optional<Report> news = std::exchange(news_, std::nullopt);
  lock.unlock();
  if (news && !progress.is_none()) progress(news->fraction, news->what);
}

void runWatched(const py::object& progress, const std::function<void(Working&)>& work) {
  constexpr std::chrono::milliseconds kBetweenLooks(20);
  Working working(!progress.is_none());
  std::exception_ptr failed, raised;
  {
    const py::gil_scoped_release released;
    const std::jthread thread = startThread("cannot compute", [&] {
      try {
        work(working);
      } catch (...) {
        failed = std::current_exception();
      }
      working.end();
    });
    while (!working.endsWithin(kBetweenLooks)) {
      if (raised) continue;  // it was told to stop
      const py::gil_scoped_acquire held;
      try {
        working.attend(progress);
      } catch (...) {
        raised = std::current_exception();
        working.stop_.request_stop();
      }
    }
  }
  if (!raised && !failed) working.attend(progress);
  if (raised) std::rethrow_exception(raised);
  if (failed) std::rethrow_exception(failed);
}

}  // namespace arete::python
