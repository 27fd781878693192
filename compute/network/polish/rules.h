// Constants of the stage polish, with those of compute/network/polish/bends.h. Source: network, step 12; 3D, C.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::polish> {
  int polishes = 3;
  double towardsNeighbours = 0.5;  ///< of the way to the mean of the two neighbours
  double towardsRidge = 0.7;       ///< of the kernel's mean shift across the curve
  double junctionTowards = 0.3;    ///< of the way of a junction to the mean of its neighbours
  bool bends = false;              ///< only maps
  double bendDeviations = 1;       ///< of the crest: what a ball takes from a bend must be more than that
  double wirePolish = 0.5;         ///< of R: how far along a node of a wire looks; at a kink the farther points draw it off the wire

  constexpr void fit(NetworkProfile profile) { bends = profile == NetworkProfile::map; }
};

}  // namespace arete
