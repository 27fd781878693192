// Stage "junctions" of networks: makes one vertex of two where two curves cross or touch. The ridge splits a crossing into two junctions, and is
// single where two curves are too close to be told apart. Source: 2D, step 11b.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct JunctionsInput {
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// The new edges, ascending. Two junctions become one, the lower node, at the middle of the branch between them; the branch is removed, and the
/// neighbours of the other node become neighbours of the first, each once.
///  Merge, where the branch is shorter than `mergeWithin` times the mean R of the two.
///  Then touch, where both have three arms, the branch is shorter than tangentWithin mean R, and the other two arms of each continue
///  it: their directions from the junction to the place tangentArm R away, or to their other end, are within `tangentOpening` of each other, and
///  the middle between them is within `tangentCosine` of that between the junctions.
/// Each is done in sweeps until one finds nothing: shortest relative to its bound first (ties: by nodes); a junction that was merged, or a
/// neighbour of it, waits for the next sweep. Throws Cancelled, after which the nodes must not be used.
using JunctionsFunction = std::vector<Edge> (*)(const JunctionsInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
