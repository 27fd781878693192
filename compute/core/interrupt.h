// Ctrl+C as a stop token, so that running work ends in order and leaves no file behind.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <stop_token>
#include <string>
#include <thread>

#include "compute/core/end_signals.h"

namespace arete {

/// While this object lives, the first of the signals that end a program (core/end_signals.h) requests a stop instead; the second one ends it at once,
/// and so does the end of the patience: what libraries and drivers do looks at no stop token. Create it before any other thread: they inherit the
/// blocked signals, and one thread waits for them (requesting a stop is more than a handler may do). Where the system starts no thread, and after the
/// object's end, the first one ends it at once.
class InterruptWatcher {
 public:
  static constexpr int kExitCode = kEndedBySignal;  ///< of a program that was stopped this way

  /// No patience where the end in order may take any time. `program`: begins what is said when the patience ends.
  explicit InterruptWatcher(std::chrono::milliseconds patience = {}, const char* program = "");
  ~InterruptWatcher();
  InterruptWatcher(const InterruptWatcher&) = delete;
  InterruptWatcher& operator=(const InterruptWatcher&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  /// Which signal stopped it: " by SIGXCPU"; "" when none did.
  std::string reason() const;

 private:
  void wait() noexcept;
  bool endsWithin(std::chrono::milliseconds time) const noexcept;
  [[noreturn]] void endNow() const noexcept;

  const std::chrono::milliseconds patience_;
  const char* const program_;
  sigset_t watched_, endAtOnce_;
  std::stop_source source_;
  std::atomic<int> signal_ = 0;  ///< the one that stopped it
  const int wakeUp_;             ///< the signal that ends the thread
  std::thread thread_;
};

/// While one lives, only a second signal ends the program before the work has: a file is to be kept, or taken away, where work is cancelled.
class EndsInOrder {
 public:
  EndsInOrder() { ++count; }
  ~EndsInOrder() { --count; }
  EndsInOrder(const EndsInOrder&) = delete;
  EndsInOrder& operator=(const EndsInOrder&) = delete;

 private:
  friend class InterruptWatcher;
  static std::atomic<int> count;
};

/// Of programs that have nothing to keep: they end within 100 ms.
inline constexpr std::chrono::milliseconds kPatience(40);  // what is left of them is for the system, which takes the memory back

}  // namespace arete
