// Stage "local_radius" of networks: how far to look around each place, so that busy streets and side streets are both seen. Source: network, step 2;
// 2D, step 2.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/network/super_points/contract.h"

namespace arete {

struct LocalRadiusInput {
  const SuperPoints& points;
  double r1;  ///< > 0
  const NetworkRules& rules;
  double fog = 0;  ///< intensity of evenly scattered points in space, weight per unit volume
};

/// What the ball of a step's radius must hold to be enough; none where fog fills balls of that size.
std::optional<int64_t> weightWantedAt(int step, const LocalRadiusInput& in);
/// Where no ball holds enough: what the largest must hold for its place to be no stray; none: every such place is a stray.
std::optional<int64_t> weightNeededAtLast(const LocalRadiusInput& in);

/// For each super-point the smallest R = R1 · 2^(k/4), k = 0 … radiusSteps, whose ball of radius `ball` · R holds a weight of `weightWanted`; if none
/// does, the largest, or 0, a stray, where even its ball holds less than `weightNeeded`. Where there is fog, the ball must also hold m +
/// `fogDeviations` sqrt(m) + `fogOffset`, m being what the fog alone puts into it; R is no larger than where m is `weightWanted`, but at least R1;
/// where no ball holds enough, the place is a stray. Throws Cancelled.
using LocalRadiusFunction = std::vector<double> (*)(const LocalRadiusInput&, const StageContext&);

}  // namespace arete
