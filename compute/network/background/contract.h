// Stage "background" of networks: where points are scattered evenly over the whole map, or the sphere, removes what these alone would explain.
// Source: 2D, step 9b.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct BackgroundInput {
  const SuperPoints& points;  ///< of the plane, or on a sphere
  NodesView nodes;
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// The edges that stay, ascending. One round:
/// The background is what lies farther than `backgroundAway` R1 from every edge. Its area is that of the bounding box of the super-points, or of what
/// this cuts out of the sphere, times the share of `backgroundPlaces` places, drawn one after the other by Philox with seed 0, that lie in it; its
/// intensity is its weight over that area. Nothing more happens where the share is at most backgroundLeastOff, or intensity · box is less than
/// backgroundLeastFog of the cloud's weight.
/// A part of a branch fails where its weight is less than e + d sqrt(e), d = backgroundDeviations where points are clumped (see below), otherwise
/// backgroundFogDeviations: weight within h = min(mean R, backgroundWidest R1) of it, beside it and not within `backgroundSkip` R (leaf branches:
/// backgroundLeafSkip R) of a junction at its end; e = backgroundFactor · intensity · 2 h · its length; and only where e is large enough to decide:
/// backgroundPower for branches between junctions, backgroundLeafPower for others.
///  Leaf branches and pieces without a junction fail as a whole, against `backgroundLeaf` e and d = backgroundLeafDeviations; else in parts from each
///  end inwards, until one does not fail. Branches between junctions fail as a whole, or in parts against backgroundPart e and
///  d = backgroundPartDeviations.
/// There are as many parts as fit, about equally long, each of backgroundPiece R or more, and long enough that e is at least backgroundPower.
/// Clumped points are no fog: for them backgroundLeaf is 1, backgroundLeafDeviations is backgroundDeviations, and backgroundLeafSkip is
/// backgroundSkip. They are clumped where the void index is below `backgroundClumped`: -ln(share of empty circles) over the weight that a circle
/// should hold; circles of one point, or of backgroundVoid R1 where that is less, around those drawn places that are that much farther off the
/// network. What failed is removed, then short leaves as in prune. Rounds follow each other until nothing fails, at most `backgroundRounds`. At last,
/// where the background of the last round is not clumped, leaf branches shorter than `backgroundShortest` R go, as in prune. Throws Cancelled.
using BackgroundFunction = std::vector<Edge> (*)(const BackgroundInput&, const StageContext&);

}  // namespace arete
