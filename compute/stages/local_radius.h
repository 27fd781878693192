// Stage "local_radius" of networks: how wide to look at each place, so that a busy street and a side street are both seen. Source: network, step 2;
// 2D, step 2.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/stages/super_points.h"

namespace arete {

struct LocalRadiusInput {
  const SuperPoints& points;
  double r1;  ///< > 0
  const NetworkRules& rules;
  double fog = 0;  ///< intensity of evenly strewn points, weight a unit volume: in space
};

/// What the ball of the radius of a step must hold for that to be enough; none where fog fills balls of that size.
std::optional<int64_t> weightWantedAt(int step, const LocalRadiusInput& in);
/// What the largest ball must hold for its place to be no stray, where no ball holds enough; none: each is one.
std::optional<int64_t> weightNeededAtLast(const LocalRadiusInput& in);

/// Of each super-point the smallest R = R1 · 2^(k/4), k = 0 … radiusSteps, whose ball of radius `ball` · R holds a weight of `weightWanted`; if none
/// does the largest, or 0 where even its ball holds less than `weightNeeded`: a stray. Where there is fog the ball must hold m + `fogDeviations`
/// sqrt(m) + `fogOffset` too, m what the fog alone puts into it; R is no larger than where that is `weightWanted`, but R1 at least; and where none
/// does it is a stray. Throws Cancelled.
using LocalRadiusFunction = std::vector<double> (*)(const LocalRadiusInput&, const StageContext&);

}  // namespace arete
