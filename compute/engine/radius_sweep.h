// One detection after the other over a ladder of R1, and what tells the radii apart: counts of the curve, its length, what it leaves unexplained, and
// how good it is where the true curve is known.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "compute/engine/frame.h"
#include "compute/measures/explanation/explanation.h"
#include "compute/measures/quality/contract.h"

namespace arete {

struct SweepPoint {
  double r1 = 0;
  std::shared_ptr<const Frame> frame;  ///< the end of the detection
  double milliseconds = 0;             ///< that it took
  ExplainedShare explained;            ///< with a reach of kReachInR1 times this R1
  double meanDistance = 0;             ///< of the points from the curve; NaN without one
  std::optional<Quality> quality;      ///< where a true curve was given, and a curve was found
};

/// `count` (≥ 1) radii in even ratios from `low` to `high`; 0 < low ≤ high. With one the geometric mean.
std::vector<double> radiusLadder(double low, double high, int count);

/// From a quarter of R1 to four times it, with R1 itself in the middle: doubled every four steps.
inline constexpr int kLadderSteps = 17;
inline constexpr double kLadderFactor = 4;
inline std::vector<double> radiusLadder(double middle) { return radiusLadder(middle / kLadderFactor, middle * kLadderFactor, kLadderSteps); }

struct SweepInput {
  const PointCloud& cloud;
  const Job& job;  ///< everything but R1; where R2 is set by hand it stays
  std::span<const double> radii;
  const Polylines* truth = nullptr;  ///< in file coordinates, of the cloud's dimension
};
/// In the order given. `each`: called after each, on the calling thread; may be empty. Throws what runJobOn throws.
std::vector<SweepPoint> radiusSweep(const SweepInput& input, Device& device, std::stop_token stop,
                                    const std::function<void(const std::vector<SweepPoint>&)>& each = {});

}  // namespace arete
