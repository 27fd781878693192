// Stage "wire_lines" of networks: which way a wire runs through each seed, and how far along it must look. A ball that holds several wires side by
// side has no direction of its own; a vote of its points on straight lines has. Source: 3D, C 1.
#pragma once

#include <span>

#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WireLinesInput {
  const SuperPoints& points;  ///< in space
  double r1;                  ///< > 0: how far a wire looks across
  const NetworkRules& rules;
};

/// Sets tangent and radius of each node, or that it is still and lost. Balls of radius 2 · `ball` · R1 · 2^(k/2), k = 0 …, at most `ball` ·
/// `wireLongest` · R1; from k = 1 on, a ball that holds more than `wireCrowd` super-points is no place for a wire. Of those in the ball every q-th,
/// so that there are at most wireVoters, by number, vote on directions: those from the node to voters in the ball's outer half, every q-th so that
/// there are at most `wireDirections`. The votes of a direction are the weight farther than R1 along the line and within R1 of it; it needs
/// wireFarVotes of them in the outer half. b are the votes of the best direction (ties: the first), s the most of one whose cosine with it is below
/// `wireApart`. The first ball is taken where b is at least `weightWanted` and b - s at least wireDeviations sqrt(b + s); the last one also where b
/// is at least `weightNeeded` and b - s at least wireLastDeviations sqrt(b + s). Its radius over `ball` is the node's radius, its best direction the
/// tangent. Returns how many nodes have one. Throws Cancelled, after which the nodes are of no use.
using WireLinesFunction = uint32_t (*)(const WireLinesInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
