// Where a round of polish puts a node. Source: network, step 12; 3D, C 6.
#pragma once

#include <span>

#include "compute/network/polish/contract.h"
#include "compute/network/rules/network_graph.h"

namespace arete {

/// Where a node of a wire goes that has two neighbours. `look.mean(place, axis, radius)`: that of what a spheroid holds.
template <class Look>
ARETE_HD shared::Vector3 smoothedOnWire(const shared::Vector3& place, double nodeRadius, const shared::Vector3& one, const shared::Vector3& other,
                                        Look& look, double r1, const NetworkRules& rules) {
  const double radius = shared::greater(r1, rules.wirePolish * nodeRadius);
  const shared::Vector3 direction = unit(other - one);
  if (squaredLength(direction) == 0) return place;
  const double far = shared::greater(distance(one, place), distance(other, place));
  if (far > rules.wireTailRadii * nodeRadius && far > rules.wireTail * r1) return place;  // the wire may turn on the way
  const shared::Vector3 smooth = place + across(one - place, direction) * rules.towardsNeighbours;
  return smooth + across(look.mean(smooth, direction, radius), direction) * rules.towardsRidge;
}

namespace cpu {

/// Places by what balls hold. `Look`: KernelLook or BallLook (compute/network/look).
template <class Look>
struct BallPolish {
  const PolishInput& in;
  Look look;

  shared::Vector3 place(std::span<const RidgeNode> nodes, uint32_t i, std::span<const uint32_t> around) {
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
};

/// By what spheroids along wires hold. `Look`: SpheroidLook or SpheroidRows.
template <class Look>
struct SpheroidPolish {
  const PolishInput& in;
  Look look;

  shared::Vector3 place(std::span<const RidgeNode> nodes, uint32_t i, std::span<const uint32_t> around) {
    if (around.size() != 2) return nodes[i].place;
    return smoothedOnWire(nodes[i].place, nodes[i].radius, nodes[around[0]].place, nodes[around[1]].place, look, in.r1, in.rules);
  }
};

}  // namespace cpu

}  // namespace arete
