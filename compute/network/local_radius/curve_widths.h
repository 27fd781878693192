// Fine curves beside wide ones: R1 is that of the fine ones, and places of a wide curve look across it.
#pragma once

#include <span>

#include "compute/network/local_radius/contract.h"
#include "compute/network/radius/contract.h"

namespace arete {

/// Makes the radius of places at least `spreadsSeen` times the spread of the nearest place of `seen` (the first one of two), if that is no farther
/// than `spreadsNear` times its spread. Spreads above `seen.widest` are left out: most are of places between fine curves, which look like one from
/// afar. Strays, of radius 0, stay strays. `seen` has the coordinates of the super-points. Throws Cancelled.
void lookAcrossCurves(const LocalRadiusInput& in, const CloudRadius& seen, std::span<double> radii, const StageContext& context);

}  // namespace arete
