// Stage "wire_claims" of networks: removes what is no wire: tips that stray, and strands whose points belong to stronger ones, such as lines
// that happen to lead from wire to wire.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WireClaimsInput {
  const SuperPoints& points;
  NodesView nodes;
  std::span<const Edge> edges;  ///< ascending; no node has more than two
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// The edges that stay, ascending. Tips first: an end leaves its strand while it is farther than `wireTip` · R1 off the line on which the rest of the
/// strand points (over wireTail · R1, or wireTailRadii · R of the next node), and two more are left. Then strands are gone through from the one with
/// the greatest weight within R1 of it down, equal ones by their lowest node; each claims what no other has claimed. It goes where that is less than
/// `wireOwn` of its weight, and what it claimed is free again. What stays loses the tips that are within R1 beside a stronger strand, while two nodes
/// more are left. In the end strands of fewer nodes than `wireFewest` go that are shorter than three times wireTail · R1: they would be joined across
/// gaps by ends that point wrong; where there is a wire, other ends follow its points. Throws Cancelled.
using WireClaimsFunction = std::vector<Edge> (*)(const WireClaimsInput&, const StageContext&);

}  // namespace arete
