// Constants of the stage refit, and of the fit of junctions. Source: 2D, step 11b.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::refit> {
  double refitFrom = 1.5, refitTo = 4;  ///< R from a junction: the nodes that say which way an arm runs; nearer ones are drawn to the other arms
  double refitStay = 0.05;              ///< weight of its present place, per arm
  double refitFarthest = 1.5;           ///< R: how far it may go
};

}  // namespace arete
