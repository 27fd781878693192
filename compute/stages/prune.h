// Stage "prune" of networks: takes away spurs and crumbs. Source: network, step 9.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

struct PruneInput {
  std::span<const RidgeNode> nodes;
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// The edges that stay, ascending. In a sweep the branches are looked at that are too short: from an end to a junction, its length over the greater R
/// of the two less than `leaf`; from end to end, each edge over the mean R of its nodes, less than `piece`. Those that are shortest for their bound
/// go first (ties: the lower end), of each junction one. Sweeps follow each other until one finds none. Throws Cancelled.
using PruneFunction = std::vector<Edge> (*)(const PruneInput&, const StageContext&);

}  // namespace arete
