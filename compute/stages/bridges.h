// Stage "bridges" of networks: closes gaps to which an end points. Source: network, step 11; 2D, section 1.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

struct BridgesInput {
  std::span<const RidgeNode> nodes;
  std::span<const Edge> edges;  ///< ascending
  int dimension;                ///< 2 or 3
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// All edges, ascending, those of bridges too. An end points where its branch would go on, seen from three nodes behind it. A bridge goes from an end
/// to a node that has an edge, but not to its own neighbour: within `bridgeCone` of where the end points, and longer than neither bridgeNode R of the
/// end nor as many mean R of the two; to an end that points back within the cone bridgeEnds of them. They are gone through by length / mean R ·
/// (2 - cosine at the end), of equal ones by end, then by node; each is built that joins two pieces, or, with bridgeLoops, closes a loop whose way,
/// the bridge too, is bridgeGirth or more. An end has one bridge at most. Throws Cancelled.
using BridgesFunction = std::vector<Edge> (*)(const BridgesInput&, const StageContext&);

}  // namespace arete
