// Stage "seeds" of networks: which super-points move onto the ridge. Source: network, step 3.
#pragma once

#include <span>

#include "compute/network/super_points/contract.h"

namespace arete {

struct SeedsInput {
  const SuperPoints& points;
  RadiiView radii;  ///< 0 for strays
  double r1;        ///< > 0
  const NetworkRules& rules;
};

/// Indices of super-points, ascending. All but strays are visited from the greatest weight down, ties by index; each is taken that is not
/// within `seedSpacing` · R1 of one taken before. Throws Cancelled.
using SeedsFunction = std::vector<uint32_t> (*)(const SeedsInput&, const StageContext&);

}  // namespace arete
