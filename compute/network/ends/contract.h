// Stage "ends" of networks: puts every end where the cloud ends. Ridge nodes stop beyond it or before it; the weight near the
// tip tells how long the curve should be. Source: 2D, step 13; 3D, F; for short branches network, step 13.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct EndsInput {
  const SuperPoints& points;
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// Moves the ends, and returns the edges that stay, ascending: an end that moves back along its branch drops the nodes that it passes.
/// Weight within `ball` · R of the end's branch (R: that of the end) is counted at its nearest place on the branch. By the balance of a stretch that
/// begins f behind the tip the end moves inwards by f minus the weight before the stretch over the linear density of the stretch; at most
/// `endInwards` R in and `endOutwards` R out, along the line of the last two edges. A stretch stays `endClear` R off a junction and `endFrom` R off
/// another end.
///  Near: from `endNear` R behind the tip, `endStretch` R long; then the same again, from where that balance puts the end, which counts if it can be
///  had. Nearer stretches are better, because the density of a curve changes along it.
///  Far, where the near one does not fit or holds too little (`endWeight`): from `endFrom` R to `endTo` R, at least endStretch R.
///  Where that has too little as well, the end moves out by the weight beyond it over the linear density of the last `plainStretch` R.
/// All ends at once. Throws Cancelled, after which the nodes must not be used.
using EndsFunction = std::vector<Edge> (*)(const EndsInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
