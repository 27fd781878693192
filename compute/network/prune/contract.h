// Stage "prune" of networks: removes spurs and small pieces. Source: network, step 9.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct PruneInput {
  NodesView nodes;
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// The edges that stay, ascending. A sweep looks at the branches that are too short: from an end to a junction, with a length over the greater R
/// of the two below `leaf`; from end to end, with each edge over the mean R of its nodes, below `piece`. Those shortest relative to their bound
/// are removed first (ties: the lower end), one per junction. Sweeps are repeated until one finds none. Throws Cancelled.
using PruneFunction = std::vector<Edge> (*)(const PruneInput&, const StageContext&);

}  // namespace arete
