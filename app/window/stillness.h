// Lets another thread wait until the window has drawn what it was told: what is timed then does not share the cores with drawing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>

#include <QElapsedTimer>
#include <QTimer>

#include "compute/core/mailbox.h"

namespace arete {

/// Made and destroyed on the window's thread; wait() must have returned before.
class Stillness {
 public:
  static constexpr int kStill_ms = 40;  ///< Qt draws within 5 ms of a wish, and the display copies the picture
  static constexpr int kMost_ms = 500;  ///< who waits goes on even while a user moves the picture; after twice that where the window does nothing

  /// `settled`: whether all that is to be drawn is on the screen; asked on the window's thread.
  explicit Stillness(std::function<bool()> settled);

  /// On another thread: returns when the window has done all that was posted to it before, and had nothing to draw since for a moment; after kMost_ms
  /// or a wish to stop without that.
  void wait(const std::stop_token& stop);

 private:
  void look();

  const std::function<bool()> settled_;
  QTimer timer_;
  QElapsedTimer since_;
  uint64_t wanted_ = 0;  ///< on the window's thread
  std::mutex mutex_;
  std::condition_variable_any wake_;
  uint64_t asked_ = 0, answered_ = 0;
  Mailbox<uint64_t> requests_;
};

}  // namespace arete
