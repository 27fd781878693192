// Work with a time limit, on a thread of its own: who waits for it goes on even where it never ends.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

namespace arete {

enum class LimitedEnd {
  done,
  stopped,  ///< it was asked to stop, and did
  stuck     ///< it was asked to stop, and did not: its thread goes on, with what the work holds
};

/// How long work that is asked to stop may take for that.
inline constexpr std::chrono::milliseconds kStopGrace{2000};

/// Asks the work to stop after `limit`, and as soon as `stop` asks for it. `work` must hold all that it uses. Throws what it throws, but not
/// Cancelled.
LimitedEnd runLimited(std::function<void(std::stop_token)> work, std::chrono::milliseconds limit, const std::stop_token& stop);

/// Threads that are stuck now: a program must end without waiting for them (_exit).
int threadsLeftBehind();

}  // namespace arete
