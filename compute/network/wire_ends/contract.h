// Stage "wire_ends" of networks: puts every end of a wire at its last point. Nodes never moved along the wire, so the last one of a sparse wire
// stands short of its end; a wire is so thin that its points say themselves where that is.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WireEndsInput {
  const SuperPoints& points;    ///< in space
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// Every end moves along where its strand points (over its last wireTail · R1, or wireTailRadii · R) to the foot of the last super-point that is
/// within R1 of that line and within reach: super-points follow each other with no more than `wireStep` of the end's R between them. A wire turns at
/// pylons: where an edge is longer than wireTail · R1 (strands of sparse wires have such edges themselves), and the lines of both sides meet between
/// its nodes as those of wire_gaps must, farther than `wireBeside` · R1 off the edge, the node nearer to that place moves there. Returns how many
/// went. Throws Cancelled, after which the nodes are of no use.
using WireEndsFunction = uint32_t (*)(const WireEndsInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
