// Stage "bridges" of networks: closes gaps that an end points across. Source: network, step 11; 2D, section 1.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct BridgesInput {
  NodesView nodes;
  std::span<const Edge> edges;  ///< ascending
  int dimension;                ///< 2 or 3
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// All edges, ascending, including bridges. An end points where its branch would continue, seen from three nodes behind it. A bridge goes from an end
/// to a node that has an edge, but no neighbour of its own: within `bridgeCone` of where the end points, and no longer than bridgeNode times R of the
/// end or the mean R of the two; to an end that points back within the cone, bridgeEnds times. They are tried by length / mean R ·
/// (2 - cosine at the end), ties by end, then by node. One is built where it joins two pieces or, with bridgeLoops, closes a loop whose length,
/// with the bridge, is bridgeGirth or more. An end has at most one bridge. Throws Cancelled.
using BridgesFunction = std::vector<Edge> (*)(const BridgesInput&, const StageContext&);

}  // namespace arete
