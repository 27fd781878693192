// Stage "wire_thin" of networks: leaves one node where many came to the same place of a wire; one of another wire beside it stays. Source: 3D, C 3.
#pragma once

#include <span>

#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WireThinInput {
  NodesView nodes;  ///< of space, all still
  double r1;        ///< > 0
  const NetworkRules& rules;
};

/// Indices of the nodes that stay, ascending. All but the lost are gone through from the greatest density · crest / R down, equal ones by index; each
/// is taken that is still there, and removes those that are within `thinSpacing` · (R1 + its R) along its tangent, within R1 across, and run its way:
/// cosine of the tangents above `wireAlike`. Throws Cancelled.
using WireThinFunction = std::vector<uint32_t> (*)(const WireThinInput&, const StageContext&);

}  // namespace arete
