// Stage "local_radius" of networks: how wide to look at each place, so that a busy street and a side street are both seen. Source: network, step 2;
// 2D, step 2.
#pragma once

#include <vector>

#include "compute/stages/super_points.h"

namespace arete {

struct LocalRadiusInput {
  const SuperPoints& points;
  double r1;  ///< > 0
  const NetworkRules& rules;
};

/// Of each super-point the smallest R = R1 · 2^(k/4), k = 0 … radiusSteps, whose ball of radius `ball` · R holds a weight of `weightWanted`; if none
/// does the largest, or 0 where even its ball holds less than `weightNeeded`: a stray. Throws Cancelled.
using LocalRadiusFunction = std::vector<double> (*)(const LocalRadiusInput&, const StageContext&);

}  // namespace arete
