// Constants of the stage wire_lines. Source: 3D, C.
#pragma once

#include <cstdint>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::wire_lines> {
  double wireLongest = 32;          ///< of R1: the greatest local radius along a wire
  uint32_t wireCrowd = 1000;        ///< with more super-points than this a ball, except the smallest, is no place for a wire
  uint32_t wireVoters = 512;        ///< at most
  uint32_t wireDirections = 32;     ///< at most
  int64_t wireFarVotes = 2;         ///< votes in the outer half of the ball that a direction needs
  double wireApart = 0.9;           ///< cosine between the best direction and another one
  double wireDeviations = 3;        ///< of the difference of their votes
  double wireLastDeviations = 0.5;  ///< the same in the largest ball: there is nothing wider to wait for
};

}  // namespace arete
