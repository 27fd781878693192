// Constants of the stage super_points. Source: network, step 1.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::super_points> {
  double cell = 0.25;  ///< of R1: finer cells change nothing visible, coarser ones show in the nodes
};

}  // namespace arete
