// Constants of the stage seeds. Source: network, step 3.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::seeds> {
  double seedSpacing = 0.5;  ///< of R1
};

}  // namespace arete
