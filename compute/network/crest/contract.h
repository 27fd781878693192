// Stage "crest" of networks: removes branches along which no crest runs. The tail of a street's noise, or fog, is flat across the branch; a street
// falls off on both sides. Source: network, step 10; 2D, step 10.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct CrestInput {
  const SuperPoints& points;
  NodesView nodes;
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// The edges that stay, ascending.
/// Score of a branch: every super-point counts at its nearest place on the branch, whatever else is near, in the bin of its distance on its
/// side; not beyond the branch's ends, and not within `crestSkip` R of a junction there (at least half of the branch is kept). The
/// centre holds c; the valley v: each side has the least of its four bins, v is their mean. The score is (c - k v) / sqrt(c + k² v + 1) /
/// min(crestFull, crestPerRoot sqrt(c)), k = `crestValley`; 0 where c is 0. In space, except on the sphere, bins are rings: the centre is the first
/// one and half a bin more, and the valley the least of the next three, scaled to its area.
///  Leaves: sweeps as in prune; leaf branches of at most `crestLeafLongest` that score less than `crestLeaf` are removed after the short ones, the
///  least score first; scores below 0 count as 0.
///  Loops, where `crestInner` is on: branches between junctions of at most `crestInnerLongest`, from the least score up. A branch's way is its length
///  plus that of the shortest way round, less than `crestWayLongest`. Branches between two junctions less than `crestInnerShortest` mean R apart
///  along them are parts of a crossing, which are not tested. A branch goes where there is a way round and it scores less than crestLoop · girth /
///  way; then no other branch of its junctions is removed in this sweep.
/// Leaves, then loops and leaves in turn until no inner branch is removed, at most `crestSweeps` times. Throws Cancelled.
using CrestFunction = std::vector<Edge> (*)(const CrestInput&, const StageContext&);

}  // namespace arete
