// Stage "wire_polish" of networks: wires are smoothed, and drawn back to their points. Source: 3D, C 6.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WirePolishInput {
  const SuperPoints& points;    ///< in space
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
  uint32_t rounds = 1;             ///< so many in one call, or as many as move something
  std::span<uint32_t> moved = {};  ///< of each round, how many nodes moved, all 0 at first; none: not asked for
};

/// In a round all nodes go at once. A node with two neighbours goes `towardsNeighbours` of the way to the line through them, then by `towardsRidge`
/// of the part of the kernel's mean across that line, seen through the spheroid of wire_shift along it, but of `wirePolish` · R (R1 at least). Others
/// stay, and so does a node with a neighbour that is farther than wireTail · R1 and than wireTailRadii · R: there the wire may turn on the way, and
/// the line through both neighbours would draw the node off it. Returns how many went in the last round. Throws Cancelled, after which the nodes are
/// of no use.
using WirePolishFunction = uint32_t (*)(const WirePolishInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
