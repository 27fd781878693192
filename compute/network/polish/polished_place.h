// Where a round of polish puts a node. `Look`: anything that has mean() of compute/network/look/kernel_look.h. Source: network,
// step 12.
#pragma once

#include <span>

#include "compute/network/polish/contract.h"
#include "compute/network/rules/network_graph.h"

namespace arete::cpu {

template <class Look>
shared::Vector3 polishedPlace(std::span<const RidgeNode> nodes, uint32_t i, std::span<const uint32_t> around, Look& look, const PolishInput& in) {
  const RidgeNode& node = nodes[i];
  if (around.size() < 2) return node.place;
  if (around.size() > 2) {
    shared::Vector3 sum;
    for (const uint32_t other : around) sum = sum + nodes[other].place;
    return in.points.held(shared::towardsMean(node.place, sum, uint32_t(around.size()), in.rules.junctionTowards));
  }
  const shared::Vector3 one = nodes[around[0]].place, other = nodes[around[1]].place;
  const shared::Vector3 smooth = shared::towardsMean(node.place, one, other, in.rules.towardsNeighbours), direction = unit(one - other);
  if (squaredLength(direction) == 0) return in.points.held(smooth);  // nothing is seen across
  return in.points.held(smooth + across(look.mean(smooth, in.rules.ball * node.radius), direction) * in.rules.towardsRidge);
}

}  // namespace arete::cpu
