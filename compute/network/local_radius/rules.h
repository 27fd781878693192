// Constants of the stage local_radius; how wide a place may look at most holds for all stages that look around nodes. Sources: network, step 2; 2D,
// step 2.
#pragma once

#include <cstdint>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::local_radius> {
  int64_t weightWanted = 8;  ///< in a ball for its R to be large enough: from 20 on, sparse roads blur
  int64_t weightNeeded = 3;  ///< of the largest ball; with less the place is a stray
  int radiusSteps = 12;      ///< of a factor 2^(1/4) from R1 up: to 8 R1
  double fogDeviations = 6;  ///< above what fog puts into a ball, for it to be evidence …
  double fogOffset = 2;      ///< … and this number of points more
  double spreadsSeen = 2;    ///< where widths are followed a place looks at least this far, in spreads of its curve …
  double spreadsNear = 3;    ///< … whose nearest measured place is no farther than this, in the same unit

  constexpr void fit(NetworkProfile profile) {
    if (profile == NetworkProfile::map) weightWanted = 12, radiusSteps = 8;  // R1 is as fine as busy streets allow, and most of a map looks farther
    if (profile == NetworkProfile::sphere) radiusSteps = 13;                 // to 9.5 R1
  }
};

}  // namespace arete
