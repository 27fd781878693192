// For which nodes a node that is taken stands: the terms of networks and of wires, for threads of CPUs and GPUs.
#pragma once

#include <cmath>

#include "compute/network/ridge_shift/contract.h"

namespace arete {

ARETE_HD double thinReach(const RidgeNode& taken, double r1, const NetworkRules& rules) { return rules.thinSpacing * (r1 + taken.radius); }

/// Whether the taken node of a wire stands for the other one too: near along its tangent, not beside it, and on the same way.
ARETE_HD bool isOfTheSameWire(const RidgeNode& taken, const RidgeNode& other, double r1, const NetworkRules& rules) {
  const shared::Vector3 way = other.place - taken.place;
  return std::abs(dot(way, taken.tangent)) <= thinReach(taken, r1, rules) && lengthOf(across(way, taken.tangent)) <= r1 &&
         std::abs(dot(taken.tangent, other.tangent)) > rules.wireAlike;
}

}  // namespace arete
