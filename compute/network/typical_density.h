// How densely the streets of a network typically hold points: whether few beside a branch prove anything, or all streets are that sparse.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

/// Weight per length along the network, in the cloud's units: `typicalShare` of the weight on it lies where it is sparser. A node stands for half of
/// each of its edges; its density is that of a line which gives its kernel density. 0 without edges.
double typicalDensity(std::span<const RidgeNode> nodes, std::span<const Edge> edges, const NetworkRules& rules);

/// Whether the map is sparse.
bool isSparse(std::span<const RidgeNode> nodes, std::span<const Edge> edges, double r1, const NetworkRules& rules);

}  // namespace arete
