// Constants of the stage bridges. Source: network, step 11.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::bridges> {
  double bridgeEnds = 3;     ///< mean R: the longest from end to end
  double bridgeNode = 1.5;   ///< mean R: the longest from an end to any other node
  double bridgeCone = 0.75;  ///< cosine of the angle with the direction in which an end points
  bool bridgeLoops = false;  ///< a bridge may close a loop
  double bridgeGirth = 20;   ///< local radii: the least length of that loop

  constexpr void fit(NetworkProfile profile) {
    const bool isMap = profile == NetworkProfile::map, isSphere = profile == NetworkProfile::sphere;
    if (isMap || isSphere) bridgeCone = 0.5, bridgeLoops = true;  // loops are likely
    if (isMap) bridgeNode = 4;                                    // a stub of a side street ends one or two R off the middle of the street
    if (isSphere) bridgeEnds = bridgeNode = 6;
  }
};

}  // namespace arete
