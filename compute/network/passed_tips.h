// Tips that keep two ends of a wire from being joined: they lie on a mast or an arm beyond a pylon, past the other end.
#pragma once

#include <span>
#include <vector>

#include "compute/stages/wire_gaps.h"

namespace arete {

/// The edges that stay, ascending. Ends that no other end could be joined to by the rule of wire_gaps are tried again with up to `wireTips` nodes
/// less, which lie at most `wireTipsLong` · R1 along the strand; both ends of a pair are so, and no farther apart than that. Pairs that could be
/// joined then are gone through by the number of nodes, then by cost; those nodes leave.
std::vector<Edge> withoutPassedTips(const WireGapsInput& in);

}  // namespace arete
