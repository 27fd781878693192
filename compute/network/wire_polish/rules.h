// Constants of the stage wire_polish. Source: 3D, C.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::wire_polish> {
  double wirePolish = 0.5;  ///< of R: how far along a node looks then; at a kink the farther points draw it off the wire
};

}  // namespace arete
