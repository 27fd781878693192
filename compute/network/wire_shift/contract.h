// Stage "wire_shift" of networks: seeds of wires move onto them. As ridge_shift, but through a spheroid that is long along the wire and R1 wide, so
// that they do not see the next wire. Source: 3D, C 2.
#pragma once

#include <span>

#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WireShiftInput {
  const SuperPoints& points;  ///< in space
  double r1;                  ///< > 0
  const NetworkRules& rules;
  bool last;                ///< the iteration after which all are still: number `shifts`
  uint32_t iterations = 1;  ///< so many in one call; `last` is said of the last of them

  std::span<ShiftCount> counts = {};  ///< of each iteration, all 0 at first; none: not asked for
};

/// In an iteration every node that is not still looks into the spheroid of semi-axes `ball` · R along its tangent and `ball` · R1 across; the
/// tangent that it sees becomes its own where the cosine of the two is above `wireTurn`; it goes by the part of the kernel's mean across. One that
/// goes by less than `shiftEnd` · R1, or in the last iteration, is still from then on, and is measured where it stands then; it is lost where it sees
/// less than `weightNeeded`. Returns how many went, in the last of the iterations. Throws Cancelled, after which the nodes are of no use.
using WireShiftFunction = uint32_t (*)(const WireShiftInput&, MovedNodes nodes, const StageContext&);

}  // namespace arete
