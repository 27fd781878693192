// Ctrl+C as a stop token, so that running work ends in order and leaves no file behind.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <string>
#include <thread>

namespace arete {

/// While this object lives, the signals that end a program (core/end_signals.h) request a stop instead; a second SIGINT or SIGTERM ends it at once.
/// Create it before any other thread: they inherit the blocked signals, and one thread waits for them (requesting a stop is more than a
/// handler may do). Where the system starts no thread, they end the process as usual.
class InterruptWatcher {
 public:
  static constexpr int kExitCode = 130;  ///< of a program that was stopped this way

  InterruptWatcher();
  ~InterruptWatcher();
  InterruptWatcher(const InterruptWatcher&) = delete;
  InterruptWatcher& operator=(const InterruptWatcher&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  /// Which signal stopped it: " by SIGXCPU"; "" when none did.
  std::string reason() const;

 private:
  void wait(const sigset_t& signals);

  std::stop_source source_;
  std::atomic<int> signal_ = 0;  ///< the last one
  const int wakeUp_;             ///< the signal that ends the thread
  std::thread thread_;
};

}  // namespace arete
