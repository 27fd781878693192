#include "compute/core/worker.h"

#include <new>
#include <utility>

#include "compute/core/start_thread.h"
#include "compute/core/thread_priority.h"

namespace arete {

Worker::Worker(std::string what, std::string remedy, Failed failed, Post post)
    : what_(std::move(what)),
      remedy_(std::move(remedy)),
      failed_(std::move(failed)),
      outcomes_(std::move(post), [this](Outcome outcome) { tell(std::move(outcome)); }) {}

Worker::~Worker() { cancel(); }

void Worker::start(Work work, std::string where) {
  cancel();
  busy_ = true;
  where_ = std::move(where);
  newest_ = std::stop_source();
  const uint64_t number = ++number_;
  {
    const std::lock_guard lock(mutex_);
    next_ = {std::move(work), newest_.get_token(), number};
  }
  wake_.notify_one();
  if (thread_.joinable()) return;
  try {
    thread_ = startThread(what_, [this](const std::stop_token& end) { run(end); });
  } catch (...) {  // the next request tries again
    next_.reset();
    outcomes_.put({number, {}, std::current_exception()});
  }
}

void Worker::cancel() {
  busy_ = false;
  ++number_;
  newest_.request_stop();
  std::optional<Request> forgotten;  // destroyed outside of the lock: it may be large
  const std::lock_guard lock(mutex_);
  std::swap(forgotten, next_);
}

void Worker::run(const std::stop_token& end) {
  giveWay();
  for (;;) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, end, [this] { return next_.has_value(); })) return;
    const Request request = *std::exchange(next_, std::nullopt);
    lock.unlock();
    Outcome outcome{request.number, {}, {}};
    try {
      outcome.then = request.work(request.stop);
    } catch (...) {
      outcome.thrown = std::current_exception();
    }
    outcomes_.put(std::move(outcome));
  }
}

/// Drops outdated results here, on the owner's thread, where nothing can supersede them any more.
void Worker::tell(Outcome outcome) {
  if (outcome.number != number_) return;
  busy_ = false;
  if (outcome.thrown) tellOf(outcome.thrown);
  else if (outcome.then) outcome.then();
}

void Worker::tellOf(const std::exception_ptr& thrown) {
  constexpr std::string_view kPleaseReport = "please report this with the file and parameters";
  try {
    std::rethrow_exception(thrown);
  } catch (const Cancelled&) {
  } catch (const Error& error) {
    failed_(error);
  } catch (const std::bad_alloc&) {
    fail(ErrorKind::outOfMemory, "there is not enough memory", remedy_);
  } catch (const std::exception& error) {
    fail(ErrorKind::internal, error.what(), kPleaseReport);
  } catch (...) {
    fail(ErrorKind::internal, "something without a name was thrown", kPleaseReport);
  }
}

}  // namespace arete
