// Constants of the stage ends. Fading tips are nodes beyond the end of a branch, which lead it into the fog or aside; they go after the last step of
// background. Sources: 2D, step 13; 3D, F; network, step 13.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::ends> {
  double endStretch = 2;        ///< R: the part of the branch whose linear density counts
  double endOutwards = 0.7;     ///< R: how far an end may move
  double fadingShare = 0.5;     ///< of the branch's typical density: with less a node lies beyond its end, where half of it is seen; 0: none does
  double fadingSight = 12;      ///< R: how far from the end that density is taken
  double fadingDeviations = 2;  ///< that a node may hold less by chance …
  double fadingOffset = 2;      ///< … and added to that as well: where nodes see few points nothing fades
};

}  // namespace arete
