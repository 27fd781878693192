// Stage "wire_strands" of networks: joins nodes along their wires, and none to a wire beside it. Source: 3D, C 4.
#pragma once

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WireStrandsInput {
  NodesView nodes;  ///< of space, no two in one place
  double r1;        ///< > 0
  const NetworkRules& rules;
};

/// Edges, ascending. Candidates are the pairs within `reach` times the greater R whose tangents have a cosine above `wireAlike`, where both have
/// one of at least `wireStraight` with the way and lie no farther than `wireAside` · R1 across either tangent (a long way that is nearly straight
/// leads to the wire beside it), or which lie no farther than `wireBeside` · R1 across. They are gone through by cost, then by indices; cost =
/// sqrt(a² + wireAcross² c²), c the part of the way across, a along the tangent to which more is across. Each node has two slots, before and behind
/// it along its tangent; a candidate is taken that finds both free and joins two pieces. Throws Cancelled.
using WireStrandsFunction = std::vector<Edge> (*)(const WireStrandsInput&, const StageContext&);

}  // namespace arete
