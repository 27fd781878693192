// Ctrl+C as a stop token, so that whatever runs ends in order and leaves no file behind.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace arete::cli {

/// While it lives, SIGINT and SIGTERM request a stop instead of ending the process; a second one ends it at once. Create it before any
/// other thread: they inherit the blocked signals, and one thread waits for them (requesting a stop is more than a handler may do). Where
/// the system starts no thread they end the process as ever.
class InterruptWatcher {
 public:
  InterruptWatcher();
  ~InterruptWatcher();
  InterruptWatcher(const InterruptWatcher&) = delete;
  InterruptWatcher& operator=(const InterruptWatcher&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void wait();

  std::stop_source source_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace arete::cli
