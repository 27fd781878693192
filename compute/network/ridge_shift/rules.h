// Constants of the stage ridge_shift. Source: network, step 4; 3D, C.
#pragma once

#include <cstdint>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::ridge_shift> {
  uint32_t shifts = 40;    ///< at most; 5 to 15 are usual
  double shiftEnd = 1e-3;  ///< of R1: a shorter move is the last one
  double wireTurn = 0.7;   ///< cosine of a new tangent with the one before: below, it is another wire's
};

}  // namespace arete
