// The points of one part while chosen points are joined in parts (compute/chains/parts/order_in_parts.h).
#pragma once

#include "compute/chains/parts/chosen_parts.h"
#include "compute/chains/parts/order_in_parts.h"

namespace arete::cpu {

/// Holds the points that it knows, sorted by cells, and its edges and joins.
std::unique_ptr<parts::JoiningPart> makeJoiningPart(const PointArray& chosen, KnownChosen known, double r2, const StageContext& context);

}  // namespace arete::cpu
