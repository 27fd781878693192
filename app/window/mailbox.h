// From the compute thread to the GUI thread: keeps what is newest and never queues more than one delivery.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

#include "compute/engine/engine.h"

namespace arete {

class Mailbox {
 public:
  /// Takes an event; true when a delivery must be arranged (none is on its way).
  bool put(EngineEvent event) {
    const std::lock_guard lock(mutex_);
    const bool deliver = !waiting_.has_value();
    if (waiting_) {
      if (!event.frame) event.frame = std::move(waiting_->frame);
      if (!event.notice) event.notice = std::move(waiting_->notice);
      if (!event.error && waiting_->generation == event.generation) event.error = std::move(waiting_->error);
    }
    waiting_ = std::move(event);
    return deliver;
  }

  std::optional<EngineEvent> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(waiting_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<EngineEvent> waiting_;
};

}  // namespace arete
