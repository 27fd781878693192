// Constants of the stage fog: points scattered evenly in space. Source: 3D, G.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::fog> {
  double fogCell = 64;          ///< points per cell on average; the median cell is the fog's
  double fogCellOnSphere = 16;  ///< the same; curves fill more of a surface's cells than of space, so these are smaller
  double fogShare = 0.02;       ///< of the cloud: with more there is a crest test for leaf branches, and these must be longer

  constexpr bool isFoggy(double share) const { return share > fogShare; }
};

}  // namespace arete
