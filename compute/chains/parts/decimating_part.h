// The points of one part while decimate sweeps over chosen points in parts (compute/chains/parts/decimate_in_parts.h).
#pragma once

#include "compute/chains/parts/chosen_parts.h"
#include "compute/chains/parts/decimate_in_parts.h"

namespace arete::cpu {

/// Holds the points that it knows, a grid of them, and a byte for each.
std::unique_ptr<parts::DecimatingPart> makeDecimatingPart(const PointArray& chosen, KnownChosen known, double r2, const StageContext& context);

}  // namespace arete::cpu
