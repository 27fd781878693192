// Stage "crest" of networks: takes away branches along which no crest runs. The tail of a street's noise, or fog, is flat along its border; a street
// falls off on both sides. Source: network, step 10; 2D, step 10.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

struct CrestInput {
  const SuperPoints& points;
  std::span<const RidgeNode> nodes;
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// The edges that stay, ascending.
/// Score of a branch: every super-point counts where its nearest place on the branch is, whatever else is near, in the bin of its distance on its
/// side; not beyond the branch, and not within `crestSkip` R of a junction at its end (half of the branch is left where that is more than half). The
/// centre holds c, the valley v: of the two sides the greater of the least of the four bins. The score is (c - k v) / sqrt(c + k² v + 1) /
/// min(crestFull, crestPerRoot sqrt(c)), k = `crestValley`; 0 where c is 0. In space bins are rings: the centre is the first one and half of a bin
/// more, and the valley the least of what the next three would hold on its area.
///  Leaves: sweeps as of prune, in which leaf branches of at most `crestLeafLongest` that score less than `crestLeaf` go after the short ones, the
///  least score first; all below 0 as if it were 0.
///  Loops: branches between junctions of at most `crestInnerLongest`, from the least score up, where `crestInner` is on. Its way is its length and
///  that of the shortest way round, less than `crestWayLongest`. It goes where it has one and scores less than crestLoop · girth / way; then no other
///  of its junctions goes in this sweep.
/// Leaves, then loops and leaves by turns until no inner branch goes, at most `crestSweeps` times. Throws Cancelled.
using CrestFunction = std::vector<Edge> (*)(const CrestInput&, const StageContext&);

}  // namespace arete
