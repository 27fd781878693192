// Stage "ends" of networks: puts every end where the cloud ends. Ridge nodes come to stand beyond it or before it; how much weight there is near the
// tip tells how long the curve should be. Source: 2D, step 13; 3D, F; for short branches network, step 13.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

struct EndsInput {
  const SuperPoints& points;
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// Moves the ends, and returns the edges that stay, ascending: an end that goes back along its branch leaves the nodes that it passes.
/// Weight is counted along the branch of the end, within `ball` · R of it (R: that of the end), by its nearest place on it. The stretch is from
/// `endFrom` R to `endTo` R behind the tip, `endClear` R off a junction, `endFrom` R off another end. The end moves inwards by endFrom R less the
/// weight before the stretch over the linear density of the stretch; at most by `endInwards` R in and `endOutwards` R out, along the line of the last
/// two edges. Where the stretch is shorter than `endStretch` R or holds too little (`endWeight`), the end moves out by the weight beyond it over the
/// linear density of the last `plainStretch` R. All ends at once. Throws Cancelled, after which the nodes are of no use.
using EndsFunction = std::vector<Edge> (*)(const EndsInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
