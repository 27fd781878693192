// Constants of the stage twigs: points left over beside a network.
#pragma once

#include <cstdint>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::twigs> {
  bool twigs = false;       ///< only surfaces
  double twigAway = 1;      ///< of R1 from every edge: nearer ones are the network's own
  double twigLink = 0.75;   ///< of R1: what is so near to each other hangs together
  int64_t twigWeight = 3;   ///< that it needs …
  double twigDensest = 64;  ///< points on R1 of the network: what is left over by a denser one is noise
  double twigShare = 0.25;  ///< … and of the network's linear density: the noise around a dense curve has less

  constexpr void fit(NetworkProfile profile) { twigs = profile == NetworkProfile::surface; }
};

}  // namespace arete
