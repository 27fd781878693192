// Stage "tree" of networks: where loops are so rare that they must be false, opens each one where the curve is thinnest. Source: 3D, E.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// Whether a network has loops, but at most `treeLoops` per junction; then more edges that close loops are let in, and each loop is opened at its
/// weakest place. `edges`: between that many nodes, ascending.
bool isNearlyTree(size_t nodes, std::span<const Edge> edges, const NetworkRules& rules);

struct TreeInput {
  const SuperPoints& points;
  NodesView nodes;
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// The edges that stay, ascending: as long as there is a loop, the weakest of all edges on loops is removed (ties: the greater edge). An edge is as
/// strong as the least kernel density at 1/4, 1/2 and 3/4 of its way, over the radius of the kernel: `ball` times the lesser R of its nodes. Throws
/// Cancelled.
using TreeFunction = std::vector<Edge> (*)(const TreeInput&, const StageContext&);

}  // namespace arete
