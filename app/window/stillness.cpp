#include "app/window/stillness.h"

#include <chrono>
#include <utility>

#include "app/window/post.h"

namespace arete {

Stillness::Stillness(std::function<bool()> settled)
    : settled_(std::move(settled)), requests_(postToThisThread(), [this](uint64_t number) {
        wanted_ = number;
        since_.start();
        timer_.start();
      }) {
  timer_.setInterval(kStill_ms);
  QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { look(); });
}

/// The timer comes after what was drawn meanwhile, however long that took.
void Stillness::look() {
  if (!settled_() && since_.elapsed() < kMost_ms) return;
  timer_.stop();
  {
    const std::lock_guard lock(mutex_);
    answered_ = wanted_;
  }
  wake_.notify_all();
}

void Stillness::wait(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const uint64_t number = ++asked_;
  lock.unlock();
  requests_.put(number);
  lock.lock();
  wake_.wait_for(lock, stop, std::chrono::milliseconds(2 * kMost_ms), [&] { return answered_ >= number; });  // whatever keeps the window
}

}  // namespace arete
