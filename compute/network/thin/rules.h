// Constants of the stage thin; with `wireAlike` of wire_strands. Source: network, step 5.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::thin> {
  double thinSpacing = 0.25;  ///< of R1 + R
};

}  // namespace arete
