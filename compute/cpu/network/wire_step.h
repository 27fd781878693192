// One step of a node of a wire towards it. Source: 3D, C 2.
#pragma once

#include <cmath>

#include "compute/cpu/network/wire_look.h"
#include "compute/stages/wire_shift.h"

namespace arete::cpu {

/// What is seen as tangent, unless it is another wire's.
inline shared::Vector3 turnedTo(const shared::Vector3& seen, const shared::Vector3& before, const NetworkRules& rules) {
  return std::abs(dot(seen, before)) > rules.wireTurn ? seen : before;
}

inline void comeToRestOnWire(RidgeNode& node, const WireLook& look, const NetworkRules& rules) {
  const WireLook::Sight sight = look.sight(node.place, node.tangent, node.radius);
  node.still = true;
  node.lost = sight.weight < rules.weightNeeded || sight.view.density == 0;
  node.tangent = turnedTo(sight.view.tangent, node.tangent, rules);
  node.density = sight.view.density, node.crest = sight.view.crest;
}

/// True when it went. `last`: it comes to rest in any case.
inline bool wireStep(RidgeNode& node, const WireLook& look, const WireShiftInput& in, bool last) {
  const WireLook::Sight sight = look.sight(node.place, node.tangent, node.radius);
  node.tangent = turnedTo(sight.view.tangent, node.tangent, in.rules);
  const shared::Vector3 step = across(sight.view.mean, node.tangent);
  node.place = node.place + step;
  if (last || lengthOf(step) < in.rules.shiftEnd * in.r1) comeToRestOnWire(node, look, in.rules);
  return squaredLength(step) > 0;
}

}  // namespace arete::cpu
