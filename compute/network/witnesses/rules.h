// Constants of the stage witnesses. Source: network, step 6.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::witnesses> {
  double middle = 0.25;  ///< a witness stands for an edge when it projects this far from either node, of the edge's length
};

}  // namespace arete
