// How thick a curve is: how far from it the cloud's points lie, node by node.
#pragma once

#include <vector>

#include "compute/engine/frame.h"

namespace arete {

/// For every node of the frame's curve, the root mean square distance, from the edges at the node, of the cloud points that belong to it: it is their
/// nearest node with an edge, and within R1 of them, in a network within its own radius. 0 for nodes without points. Cloud units. Throws Cancelled.
std::vector<double> nodeSpread(const Frame& frame, const StageContext& context);

}  // namespace arete
