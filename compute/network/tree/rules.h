// Constants of the stage tree: where loops are rare, they are false. Source: 3D, E.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::tree> {
  bool treeLikely = false;  ///< the number of loops after the first round decides
  double treeLoops = 0.1;   ///< of the junctions: with more loops, or none, it is not treated as a tree

  constexpr void fit(NetworkProfile profile) { treeLikely = profile == NetworkProfile::surface; }
};

}  // namespace arete
