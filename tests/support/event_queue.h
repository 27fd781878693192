// The events of a thread without a window: others post calls, it makes them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "compute/core/mailbox.h"

namespace arete::test {

class EventQueue {
 public:
  /// Refers to this object.
  Post post() {
    return [this](std::function<void()> call) {
      const std::lock_guard lock(mutex_);
      calls_.push_back(std::move(call));
      come_.notify_one();
    };
  }
  /// False when nothing came for a long time.
  bool waitForOne() {
    std::unique_lock lock(mutex_);
    return come_.wait_for(lock, kLongWait, [this] { return !calls_.empty(); });
  }
  void handleAll() {
    while (handleOne()) ++handled_;
  }
  template <class Condition>
  bool handleUntil(Condition condition) {
    while (!condition()) {
      if (!waitForOne()) return false;
      handleAll();
    }
    return true;
  }
  size_t handled() const { return handled_; }

 private:
  static constexpr std::chrono::seconds kLongWait{20};

  bool handleOne() {
    std::function<void()> call;
    {
      const std::lock_guard lock(mutex_);
      if (calls_.empty()) return false;
      call = std::move(calls_.front());
      calls_.pop_front();
    }
    call();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable come_;
  std::deque<std::function<void()>> calls_;
  size_t handled_ = 0;
};

}  // namespace arete::test
