// How far R1 may go without changing what the curve looks like: of a sweep, the radii around each at which its counts stay.
#pragma once

#include <span>
#include <string>

#include "compute/core/curve.h"

namespace arete {

struct SweepPoint;

/// The first and the last of the radii next to each other; both are the radius itself where none beside it has a curve like its own.
struct SteadyRadii {
  double from = 0, to = 0;
  friend bool operator==(const SteadyRadii&, const SteadyRadii&) = default;
};

/// Whether components, loops, ends and junctions of both differ by at most a tenth of the first one's; fewer than ten are equal.
bool areAlike(const Curve& one, const Curve& other);

/// Sets `steady` of each, in the order in which they are. Takes next to nothing beside a detection.
void findSteady(std::span<SweepPoint> points);

/// Over which radii the curve stays as it is at this one, in a sentence. Empty where that is not among the points.
std::string steadyText(std::span<const SweepPoint> points, double r1);

}  // namespace arete
