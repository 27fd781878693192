// Stage "polish" of networks: the graph is smoothed, and drawn back onto the ridge. Source: network, step 12; 3D, C 6.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct PolishInput {
  const SuperPoints& points;
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
  bool last = false;               ///< after the last round bends get back what their balls took (compute/network/polish/bends.h)
  uint32_t rounds = 1;             ///< in one call, or as many as move something; `last` is about the last of them
  std::span<uint32_t> moved = {};  ///< of each round, how many nodes moved, all 0 at first; none: not asked for
};

/// In a round all nodes go at once. A node with two neighbours goes `towardsNeighbours` of the way to their mean, then `towardsRidge` of the part of
/// the kernel's mean shift that is across the line through them; a junction goes `junctionTowards` of the way to the mean of its neighbours; ends
/// stay.
///
/// Where the rules say `wires`, a node with two neighbours goes `towardsNeighbours` of the way to the line through them, then by `towardsRidge` of
/// the part of the kernel's mean across that line, seen through the spheroid of ridge_shift along it, but of `wirePolish` · R (R1 at least). Others
/// stay, and so does a node with a neighbour that is farther than wireTail · R1 and than wireTailRadii · R: there the wire may turn on the way, and
/// the line through both neighbours would draw the node off it.
///
/// Returns how many moved in the last round. Throws Cancelled, after which the nodes must not be used.
using PolishFunction = uint32_t (*)(const PolishInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
