// Strays beside a cloud: places that had to look far, and then saw others at the rim of their ball only.
#pragma once

#include <span>

#include "compute/network/local_radius/contract.h"

namespace arete {

/// In space, sets the radius of lone places to 0, which makes them strays: those that look farther than R1, and whose ball of half the radius holds
/// nothing but the place itself. On a curve, however few its points, that ball holds neighbours too; beside a cloud the ball grows until it touches
/// it, and a node that looks so far joins everything there. On maps none are: a lone fix may be all that a sparse track has there. Takes next to
/// nothing where all look as far as R1. Throws Cancelled.
void dropLonePlaces(const LocalRadiusInput& in, std::span<double> radii, const StageContext& context);

}  // namespace arete
