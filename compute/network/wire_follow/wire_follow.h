// Ends of wires that follow their points where these are too few for a line to be seen.
#pragma once

#include <span>
#include <vector>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WireFollowInput {
  const SuperPoints& points;    ///< in space
  NodesView nodes;              ///< of space
  std::span<const Edge> edges;  ///< ascending; no node has more than two
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// Wires after their ends went on.
struct FollowedWires {
  std::vector<RidgeNode> added;  ///< nodes that come after all others
  std::vector<Edge> edges;       ///< ascending
};

/// Behind an end, a wire hangs on a curve that is known better than where the end points: a parabola through its points, as far back as they lie on
/// one (SagCurve). From both nodes of every edge longer than `wireFollowLong` · R1 towards each other, then from every end, in the order of their
/// nodes, the wire goes on from super-point to super-point: the next one along the curve that is free, within `wireTube` · R1 of it (and three
/// deviations of the curve), and no farther on than `wireHoles` times their mean distance so far; the curve is fitted again with each. Free is what
/// no wire has taken, and what is farther than `wireFollowClear` · R1 from every other wire, so claims decide first. Where an end stays, it reaches
/// over the pylon before it: to the straight line through most free super-points, `wireOverLeast` of them, that meets its own and turns no more than
/// `wireOverBend`. New nodes have the columns of the end. Where `wireFollow` is off, nothing changes. Throws Cancelled.
FollowedWires followWires(const WireFollowInput& in, const StageContext& context);

}  // namespace arete
