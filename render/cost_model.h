// How many points a frame can afford: milliseconds = a · points, a fitted to the last frames. Source: displaz, DrawCostModel.
#pragma once

#include <cstdint>

namespace arete {

/// Time that drawing points took.
struct Measured {
  double points = 0, milliseconds = 0;
};

class CostModel {
 public:
  /// `points` were drawn in `milliseconds`.
  void record(double points, double milliseconds) {
    if (points < kFewestMeasured || milliseconds <= 0) return;
    products_ = products_ * kFading + points * milliseconds;
    squares_ = squares_ * kFading + points * points;
  }
  double millisecondsPerPoint() const { return products_ / squares_; }
  /// Never too few for a useful picture. `more`: milliseconds per point for something else.
  uint32_t affordable(double milliseconds, double more = 0) const {
    const double points = milliseconds / (millisecondsPerPoint() + more);
    return points >= kMost ? uint32_t(kMost) : points <= kFewest ? uint32_t(kFewest) : uint32_t(points);
  }

 private:
  static constexpr double kFewestMeasured = 20'000;  ///< below that other costs stand out
  static constexpr double kFewest = 100'000, kMost = 4e9;
  static constexpr double kFading = 0.8187307530779818;  ///< e^−0.2 a frame
  static constexpr double kPriorPoints = 1e6, kPriorMilliseconds = 50;

  double products_ = kPriorPoints * kPriorMilliseconds, squares_ = kPriorPoints * kPriorPoints;
};

}  // namespace arete
