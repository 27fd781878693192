#include "compute/check/limited_run.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>

#include "compute/core/start_thread.h"

namespace arete {

namespace {

std::atomic<int> leftBehind = 0;

/// Shared by who waits and the thread that works, which may be left behind.
struct LimitedWork {
  std::function<void(std::stop_token)> work;
  std::stop_source stop;
  std::mutex mutex;
  std::condition_variable_any ended;
  bool hasEnded = false, isLeft = false;
  std::exception_ptr thrown;

  void run() {
    std::exception_ptr what;
    try {
      work(stop.get_token());
    } catch (...) {
      what = std::current_exception();
    }
    work = {};  // what it holds goes before anybody is told
    const std::lock_guard lock(mutex);
    thrown = what, hasEnded = true;
    if (isLeft) --leftBehind;
    ended.notify_all();
  }
};

}  // namespace

int threadsLeftBehind() { return leftBehind; }

LimitedEnd runLimited(std::function<void(std::stop_token)> work, std::chrono::milliseconds limit, const std::stop_token& stop) {
  const auto shared = std::make_shared<LimitedWork>();
  shared->work = std::move(work);
  std::jthread thread = startThread("cannot check this machine", [shared] { shared->run(); });
  {
    const auto hasEnded = [&] { return shared->hasEnded; };
    std::unique_lock lock(shared->mutex);
    if (!shared->ended.wait_for(lock, stop, limit, hasEnded)) {
      shared->stop.request_stop();
      if (!shared->ended.wait_for(lock, kStopGrace, hasEnded)) {
        shared->isLeft = true, ++leftBehind;
        thread.detach();
        return LimitedEnd::stuck;
      }
    }
  }
  thread.join();
  if (!shared->thrown) return LimitedEnd::done;
  try {
    std::rethrow_exception(shared->thrown);
  } catch (const Cancelled&) {
    return LimitedEnd::stopped;
  }
}

}  // namespace arete
