// Stage "thin" of networks: leaves one node where many came to the same place. Source: network, step 5.
#pragma once

#include <span>

#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct ThinInput {
  NodesView nodes;  ///< all still
  int dimension;    ///< 2 or 3
  double r1;        ///< > 0
  const NetworkRules& rules;
};

/// Indices of the nodes that stay, ascending. All but the lost are visited from the greatest density · crest / R down, ties by index; each
/// one still there is taken, and removes those within `thinSpacing` · (R1 + its R). Throws Cancelled.
using ThinFunction = std::vector<uint32_t> (*)(const ThinInput&, const StageContext&);

}  // namespace arete
