// Stage "refit" of networks: puts every junction where its arms meet. Near a crossing the ridge of one street is drawn to the others, so what lies
// farther out says where they cross. Source: 2D, step 11b.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

struct RefitInput {
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// All junctions at once. The line of an arm goes through the mean of its nodes from refitFrom to refitTo R (of the junction) along it, as their
/// greatest spread does; where the arm leads to a junction, nodes less than refitFrom R from that do not count; an arm with less than two has no
/// line. With two lines or more the junction goes to the place whose squared distances to the lines, and `refitStay` times the number of lines to
/// where it stands, have the least sum; `refitFarthest` R at most. Then the nodes of each arm nearer than refitFrom R, but not beyond half of the way
/// to another junction, go onto the straight line from it to the next node, in the ratio of their ways. Returns how many nodes went. Throws
/// Cancelled, after which the nodes are of no use.
using RefitFunction = uint32_t (*)(const RefitInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
