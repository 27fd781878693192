// Whose points are whose: strands claim the points beside them, the strongest first, however those points are found.
#pragma once

#include <vector>

#include "compute/core/device.h"
#include "compute/network/wire_claims/contract.h"
#include "compute/network/wire_strands/strands.h"

namespace arete {

struct Claim {
  Branch strand;
  std::vector<uint32_t> points;
  int64_t weight = 0;
};

/// The strands of the graph without tips that stray, which are removed; their points are not known yet.
std::vector<Claim> unclaimedStrands(const WireClaimsInput& in, NodeGraph& graph);
/// One after the other, from the strongest on; returns what is left of the graph.
std::vector<Edge> settle(std::vector<Claim> claims, const WireClaimsInput& in, NodeGraph& graph, const StageContext& context);

}  // namespace arete
