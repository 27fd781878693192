// One step of a node of a wire towards it, however what it sees is summed up. Source: 3D, C 2 and 6.
#pragma once

#include <cmath>

#include "compute/network/look/spheroid_kernel.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// What a node sees through its spheroid.
struct WireSight {
  shared::RidgeView view;
  int64_t weight;
};

/// The tangent that is seen, unless it is another wire's.
ARETE_HD shared::Vector3 turnedTo(const shared::Vector3& seen, const shared::Vector3& before, const NetworkRules& rules) {
  return std::abs(dot(seen, before)) > rules.wireTurn ? seen : before;
}

ARETE_HD void comeToRestOnWire(RidgeNode& node, const WireSight& sight, const NetworkRules& rules) {
  node.still = true;
  node.lost = sight.weight < rules.weightNeeded || sight.view.density == 0;
  node.tangent = turnedTo(sight.view.tangent, node.tangent, rules);
  node.density = sight.view.density, node.crest = sight.view.crest;
}

/// Goes across its wire by what it sees. Returns how far it went.
ARETE_HD shared::Vector3 goOnWire(RidgeNode& node, const shared::RidgeView& view, const NetworkRules& rules) {
  node.tangent = turnedTo(view.tangent, node.tangent, rules);
  const shared::Vector3 step = across(view.mean, node.tangent);
  node.place = node.place + step;
  return step;
}

/// True when it went. `last`: it comes to rest in any case. `sightOf(place, tangent, radius)`: a WireSight.
template <class SightOf>
ARETE_HD bool wireStep(RidgeNode& node, const SightOf& sightOf, double r1, const NetworkRules& rules, bool last) {
  const shared::Vector3 step = goOnWire(node, sightOf(node.place, node.tangent, node.radius).view, rules);
  if (last || lengthOf(step) < rules.shiftEnd * r1) comeToRestOnWire(node, sightOf(node.place, node.tangent, node.radius), rules);
  return squaredLength(step) > 0;
}

/// Where a node between two neighbours goes when wires are smoothed. `look.mean(place, tangent, radius)`: that of the view of a WireSight.
template <class Look>
ARETE_HD shared::Vector3 smoothedOnWire(const RidgeNode& node, const shared::Vector3& one, const shared::Vector3& other, Look& look, double r1,
                                        const NetworkRules& rules) {
  const double radius = shared::greater(r1, rules.wirePolish * node.radius);
  const shared::Vector3 direction = unit(other - one);
  if (squaredLength(direction) == 0) return node.place;
  const double far = shared::greater(distance(one, node.place), distance(other, node.place));
  if (far > rules.wireTailRadii * node.radius && far > rules.wireTail * r1) return node.place;  // the wire may turn on the way
  const shared::Vector3 smooth = node.place + across(one - node.place, direction) * rules.towardsNeighbours;
  return smooth + across(look.mean(smooth, direction, radius), direction) * rules.towardsRidge;
}

}  // namespace arete
