// Tips that keep two ends of a wire from being joined: they lie on a mast or an arm beyond a pylon, past the other end.
#pragma once

#include "compute/network/wire_gaps/gap_joining.h"

namespace arete {

/// The edges that stay, ascending. Ends of strands of at least `wireShortest` · R1 that cannot be joined as they are, and are no farther apart than
/// `wireTipsLong` · R1, are tried with up to `wireTips` nodes less each, which lie at most that far along the strand. Pairs that could be joined then
/// are gone through by the number of nodes, then by cost. The nodes leave where that costs less than any other way to join either end as it is.
std::vector<Edge> withoutPassedTips(const WireGapsInput& in, const GapPairs& pairsOf, const StageContext& context);

}  // namespace arete
