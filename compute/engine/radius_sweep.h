// One detection after the other over a ladder of R1, and what tells the radii apart: counts of the curve, its length, what it leaves unexplained, and
// how good it is where the true curve is known.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "compute/core/error.h"
#include "compute/engine/frame.h"
#include "compute/engine/steady_radii.h"
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
  SteadyRadii steady;                  ///< of the radii of the sweep, as far as it got
};

/// `count` (≥ 1) radii in even ratios from `low` to `high`; 0 < low ≤ high. With one the geometric mean.
std::vector<double> radiusLadder(double low, double high, int count);

/// What a user says of the radii; 0: nothing.
struct LadderWish {
  double from = 0, to = 0;
  int steps = 0;

  /// Whether the radii depend on R1.
  bool needsR1() const { return from == 0 || to == 0; }
};

/// The radii of a sweep of this job, ascending. Where both ends are given: in even ratios from one to the other. Else, by an end that is not given:
///  chains: from a quarter of R1 to four times it, which is doubled every four steps, with R1 in the middle;
///  networks: over the whole cloud, in steps of about √2 and at most 24 of them. From as fine as the cloud can be told from dust, by the smallest
///  radius whose balls mostly hold 16 points: half of it in space, as thin curves have few points; a sixteenth on maps and the sphere, where curves
///  may be a row of single points. To a sixth of the diagonal, the outermost hundredth of the points left out. Where neither end is given one of
///  the radii is R1.
/// The job has an R1 where wish.needsR1(). Takes what the stage `radius` takes, on CPU threads. Throws Cancelled.
std::vector<double> radiiToSweep(const PointCloud& cloud, const Job& job, const LadderWish& wish = {}, std::stop_token stop = {});

struct SweepInput {
  const PointCloud& cloud;
  const Job& job;  ///< everything but R1; where R2 is set by hand it stays
  std::span<const double> radii;
  const Polylines* truth = nullptr;  ///< in file coordinates, of the cloud's dimension
  /// Called for a radius at which nothing can be detected, such as one that makes too many cells, with the reason; it has no row. Empty: the error is
  /// thrown.
  std::function<void(double r1, const Error& reason)> leftOut = {};
};
/// In the order given. `each`: called after each, on the calling thread; may be empty. Throws what runJobOn throws, but errors of single radii only
/// where all have one.
std::vector<SweepPoint> radiusSweep(const SweepInput& input, Device& device, std::stop_token stop = {},
                                    const std::function<void(const std::vector<SweepPoint>&)>& each = {});

}  // namespace arete
