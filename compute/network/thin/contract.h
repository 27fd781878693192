// Stage "thin" of networks: leaves one node where many came to the same place; of another wire beside it one stays. Source: network, step 5; 3D, C 3.
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
/// one still there is taken, and removes those within `thinSpacing` · (R1 + its R). Where the rules say `wires`, it removes those within that along
/// its tangent and within R1 across, whose tangents have a cosine above `wireAlike` with its own. Throws Cancelled.
using ThinFunction = std::vector<uint32_t> (*)(const ThinInput&, const StageContext&);

}  // namespace arete
