// Times that versions are measured by: wall time without that which is not theirs, as carrying points to the process of a user's version.
#pragma once

#include <chrono>

namespace arete {

/// The ms that this thread has spent so far on what no version is measured by.
double& uncountedTime_ms();

/// Begins when it is made.
class CountedWatch {
 public:
  double milliseconds() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count() - (uncountedTime_ms() - uncounted_); }

 private:
  using Clock = std::chrono::steady_clock;
  double uncounted_ = uncountedTime_ms();
  Clock::time_point start_ = Clock::now();
};

}  // namespace arete
