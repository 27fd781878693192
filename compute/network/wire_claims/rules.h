// Constants of the stage wire_claims. Source: 3D, C.
#pragma once

#include <cstddef>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::wire_claims> {
  double wireTip = 1;     ///< of R1: a tip farther off the line of its strand is a stray
  double wireOwn = 0.5;   ///< share of a strand's weight that no stronger one has claimed
  size_t wireFewest = 4;  ///< nodes of a strand: fewer hardly say where it points, and by chance lie across wires
};

}  // namespace arete
