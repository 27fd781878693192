// Constants of the stage wire_ends. Source: 3D, C.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::wire_ends> {
  double wireStep = 0.5;  ///< of R: from point to point beyond an end
};

}  // namespace arete
