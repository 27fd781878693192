// How far a stage is that goes through points which are not in memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace arete {

struct EngineWork {
  double fraction = 0;  ///< 0…1
  uint64_t points = 0;  ///< that there are
  double seconds = 0;   ///< since it began
};

/// Makes news of fractions, which may come thousands of times a second: some a second. A fraction below the last one says that something else begins.
class WorkClock {
 public:
  explicit WorkClock(uint64_t points) : points_(points) {}

  std::optional<EngineWork> at(double fraction) {
    constexpr auto kInterval = std::chrono::milliseconds(200);
    const Clock::time_point now = Clock::now();
    if (fraction < last_) begin_ = now;
    last_ = fraction;
    if (now - told_ < kInterval) return {};
    told_ = now;
    return EngineWork{fraction, points_, std::chrono::duration<double>(now - begin_).count()};
  }

 private:
  using Clock = std::chrono::steady_clock;
  uint64_t points_;
  double last_ = 0;
  Clock::time_point begin_ = Clock::now(), told_ = begin_;
};

}  // namespace arete
