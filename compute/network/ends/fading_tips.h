// Nodes at the tip of a branch that lie beyond its end, in fog or in the noise beside it.
#pragma once

#include <span>
#include <vector>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// The edges that stay, ascending. At the end of a curve half of a ball is empty, so there a node sees half as much as farther in; what sees less
/// lies beyond the end, or beside it. The typical linear density of an end's branch is the median (the higher one of an even number) of density / R
/// over its nodes up to `fadingSight` R (that of the end) from the end. From the end inwards nodes are cut off while density + fadingDeviations
/// sqrt(density) + fadingOffset is less than `fadingShare` times that density times R. All ends at once. An isolated piece keeps an edge; where
/// fadingShare is 0 nothing is cut.
std::vector<Edge> withoutFadingTips(std::span<const RidgeNode> nodes, std::span<const Edge> edges, const NetworkRules& rules);

}  // namespace arete
