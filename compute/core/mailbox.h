// Passes the newest value from other threads to the owner's thread, in one queued call; there is never more than one on its way.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace arete {

/// Posts a call to be made later on the owner's thread, through its event queue. From any thread; may throw std::bad_alloc, nothing else.
using Post = std::function<void(std::function<void()>)>;

/// Made and destroyed on the owner's thread, where `take` gets the values; a value not taken by then is dropped. put() may be called on any thread,
/// but must have returned before.
template <class Value>
class Mailbox {
 public:
  using Take = std::function<void(Value)>;
  /// Keeps those parts of an older value, not yet taken, that the newer one does not replace. Without it nothing is kept.
  using Join = std::function<void(Value& newer, Value& older)>;

  Mailbox(Post post, Take take, Join join = {})
      : post_(std::move(post)), join_(std::move(join)), inside_(std::make_shared<Inside>(std::move(take))) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  void put(Value value) {
    std::optional<Value> older;  // destroyed outside of the lock: it may be large
    {
      const std::lock_guard lock(inside_->mutex);
      older = std::move(inside_->waiting);
      if (older && join_) join_(value, *older);
      inside_->waiting = std::move(value);
    }
    for (int tries = 0; tries < kTries && !arrange(); ++tries) std::this_thread::sleep_for(kPause);
  }

 private:
  // Missing memory is often available again soon. If not, the value is delivered with the next one, instead of ending the program.
  static constexpr int kTries = 100;
  static constexpr std::chrono::milliseconds kPause{20};

  struct Inside {
    explicit Inside(Take take) : take(std::move(take)) {}
    const Take take;
    std::mutex mutex;
    std::optional<Value> waiting;
    bool onItsWay = false;
  };

  /// False when there was no memory for it.
  bool arrange() {
    {
      const std::lock_guard lock(inside_->mutex);
      if (inside_->onItsWay || !inside_->waiting) return true;
      inside_->onItsWay = true;
    }
    try {
      post_([inside = std::weak_ptr(inside_)] { deliver(inside.lock()); });
      return true;
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(inside_->mutex);
      inside_->onItsWay = false;
      return false;
    }
  }

  /// The receiver may destroy the mailbox.
  static void deliver(const std::shared_ptr<Inside>& inside) {
    if (!inside) return;  // the mailbox is gone
    std::optional<Value> value;
    {
      const std::lock_guard lock(inside->mutex);
      inside->onItsWay = false;
      value = std::exchange(inside->waiting, std::nullopt);
    }
    if (value) inside->take(std::move(*value));
  }

  const Post post_;
  const Join join_;
  const std::shared_ptr<Inside> inside_;
};

}  // namespace arete
