// Stage "junctions" of networks: makes one vertex of two where two curves cross or touch. The ridge splits a crossing in two junctions, and runs once
// where two curves are closer than it can tell apart. Source: 2D, step 11b.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

struct JunctionsInput {
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// The edges that are then, ascending. Two junctions become one, the lower node at the middle of the branch between them; the branch goes, and the
/// neighbours of the other are then those of the first, each once.
///  Merge: where the branch is shorter than `mergeWithin` times the mean R of the two.
///  Then touch: where the two have three arms each, the branch is shorter than tangentWithin mean R, and the other two arms of either run on along
///  it: seen from the junction to their place tangentArm R away, or to their other end, within `tangentCosine` of the way from junction to junction.
/// Either one goes in sweeps, until one finds none: shortest for its bound first (ties: by nodes); a junction that another has become one with, or a
/// neighbour of it, waits for the next sweep. Throws Cancelled, after which the nodes are of no use.
using JunctionsFunction = std::vector<Edge> (*)(const JunctionsInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
