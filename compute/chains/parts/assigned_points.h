// The chosen point of each point that a rank read, once the chosen points stand still.
#pragma once

#include <vector>

#include "compute/chains/parts/ranked_points.h"
#include "compute/core/param_info.h"

namespace arete::cpu {

/// For each of `points`, which belong to the cloud: its place in `chosen`, or kUnassigned. What an Evolver that has them would say. R1 must suit the
/// coordinates' type.
std::vector<uint32_t> assignedPoints(const RankedPoints& cloud, const PointArray& points, const PointArray& chosen, double r1,
                                     const ParamValues& params, const StageContext& context);

}  // namespace arete::cpu
