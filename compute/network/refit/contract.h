// Stage "refit" of networks: puts every junction where its arms meet. Near a crossing the ridge of one street is drawn to the others, so the parts
// farther out tell where they cross. Source: 2D, step 11b.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct RefitInput {
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// All junctions at once. The line of an arm goes through the mean of its nodes from refitFrom to refitTo R (of the junction) along it, as their
/// greatest spread does; where the arm leads to a junction, nodes less than refitFrom R from that one do not count; an arm with fewer than two nodes
/// has no line. With two or more lines the junction goes to the place with the least sum of squared distances to the lines and, times `refitStay` and
/// their number, to its present place; at most `refitFarthest` R away. Then the nodes of each arm nearer than refitFrom R, but not beyond half of the
/// way to another junction, are put on the straight line from it to the next node, in proportion to their way. Returns how many nodes moved. Throws
/// Cancelled, after which the nodes must not be used.
using RefitFunction = uint32_t (*)(const RefitInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
