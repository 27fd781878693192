// Stage "ends" of networks: puts every end where the cloud ends. Ridge nodes stop beyond it or before it; the weight near the
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

/// Moves the ends, and returns the edges that stay, ascending: an end that moves back along its branch drops the nodes that it passes.
/// Weight within `ball` · R of the end's branch (R: that of the end) is counted at its nearest place on the branch. The stretch reaches from
/// `endFrom` R to `endTo` R behind the tip, but stays `endClear` R off a junction and `endFrom` R off another end. The end moves inwards by endFrom R
/// minus the weight before the stretch over the linear density of the stretch; at most `endInwards` R in and `endOutwards` R out, along the line of
/// the last two edges. Where the stretch is shorter than `endStretch` R or holds too little (`endWeight`), the end moves out by the weight beyond it
/// over the linear density of the last `plainStretch` R. All ends at once. Throws Cancelled, after which the nodes must not be used.
using EndsFunction = std::vector<Edge> (*)(const EndsInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
