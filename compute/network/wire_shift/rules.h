// Constants of the stage wire_shift. Source: 3D, C.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::wire_shift> {
  double wireTurn = 0.7;  ///< cosine of a new tangent with the one before: below, it is another wire's
};

}  // namespace arete
