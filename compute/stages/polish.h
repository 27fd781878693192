// Stage "polish" of networks: the graph is smoothed, and drawn back onto the ridge. Source: network, step 12.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

struct PolishInput {
  const SuperPoints& points;
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// One round, all nodes at once. A node with two neighbours goes `towardsNeighbours` of the way to their mean, then `towardsRidge` of the part of the
/// kernel's mean shift that is across the line through them; a junction goes `junctionTowards` of the way to the mean of its neighbours; ends stay.
/// Returns how many moved. Throws Cancelled, after which the nodes must not be used.
using PolishFunction = uint32_t (*)(const PolishInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
