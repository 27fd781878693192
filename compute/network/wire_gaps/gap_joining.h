// The rounds in which ends of strands are joined across gaps, however the pairs are found.
#pragma once

#include <functional>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/wire_gaps/strand_gaps.h"

namespace arete {

/// The pairs of ends that may be joined, each once, in any order.
using GapPairs = std::function<std::vector<StrandEdge>(const std::vector<StrandEnd>&)>;

/// The edges in the end.
std::vector<Edge> joinedAcrossGaps(const WireGapsInput& in, const GapPairs& pairsOf, const StageContext& context);

}  // namespace arete
