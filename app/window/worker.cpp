#include "app/window/worker.h"

#include <new>
#include <stdexcept>
#include <utility>

#include "compute/core/thread_priority.h"

namespace arete {

Worker::Worker(std::string what, std::string remedy, Failed failed)
    : what_(std::move(what)), remedy_(std::move(remedy)), failed_(std::move(failed)) {}

Worker::~Worker() { cancel(); }

void Worker::start(Work work, std::string where) {
  busy_ = true;
  where_ = std::move(where);
  const uint64_t number = ++number_;
  {
    const std::lock_guard lock(mutex_);
    running_.request_stop();
    next_ = std::move(work);
    nextNumber_ = number;
  }
  wake_.notify_one();
  if (thread_.joinable()) return;
  try {
    thread_ = std::jthread([this](const std::stop_token& end) { run(end); });
  } catch (const std::exception& error) {  // the next request tries again
    deliver(number, [this, reason = std::string(error.what())] { fail(ErrorKind::outOfMemory, "no thread could be started: " + reason, remedy_); });
  }
}

void Worker::cancel() {
  busy_ = false;
  ++number_;
  const std::lock_guard lock(mutex_);
  running_.request_stop();
  next_ = nullptr;
}

void Worker::run(const std::stop_token& end) {
  giveWay();
  for (;;) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, end, [this] { return next_ != nullptr; })) return;
    const Work work = std::exchange(next_, nullptr);
    const uint64_t number = nextNumber_;
    running_ = std::stop_source();
    const std::stop_token stop = running_.get_token();
    lock.unlock();
    deliver(number, outcomeOf(work, stop));
  }
}

/// Errors are made where they are shown: memory that ran out here may be back by then.
Worker::Then Worker::outcomeOf(const Work& work, const std::stop_token& stop) {
  try {
    return work(stop);
  } catch (const Cancelled&) {
    return {};
  } catch (const Error& error) {
    return [this, error] { failed_(error); };
  } catch (const std::bad_alloc&) {
    return [this] { fail(ErrorKind::outOfMemory, "there is not enough memory", remedy_); };
  } catch (const std::exception& error) {
    return [this, reason = std::string(error.what())] { fail(ErrorKind::internal, reason, "please report this with the file and parameters"); };
  }
}

/// From any thread. What is no longer the newest is dropped on the owner's, where nothing can supersede it any more.
void Worker::deliver(uint64_t number, Then then) {
  const auto take = [this, number, then = std::move(then)] {
    if (number != number_) return;
    busy_ = false;
    if (then) then();
  };
  QMetaObject::invokeMethod(&receiver_, take, Qt::QueuedConnection);
}

}  // namespace arete
