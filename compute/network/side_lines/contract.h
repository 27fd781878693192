// Stage "side_lines" of networks: lines beside busier ones, as a carriageway beside the one that most buses take. In a ball its points are a shoulder
// of the busier line, so nodes are drawn there; across the busier line they show.
#pragma once

#include <span>
#include <vector>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct SideLinesInput {
  const SuperPoints& points;    ///< of a surface
  NodesView nodes;              ///< of that surface
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// The network with its side lines.
struct SideLines {
  std::vector<RidgeNode> added;  ///< nodes that come after all others
  std::vector<Edge> edges;       ///< ascending
};

/// A line's points fall off on both sides alike. What one side has more than the mirror image of the other, as far off, belongs to another line.
/// Every super-point counts at its nearest place on the network, not beyond the ends of a branch, nor on edges of length 0.
/// At stations R1 apart along every branch, `sideSight` stations to either side are added up by the distance off the branch, in sixths of R1.
///  Stations: on either side, from 1.5 to 4 R1 off, and at least `sideSpread` times as far as half of the other side's points are (which tells how
/// far the line itself spreads), the band of 4/3 R1 is taken whose excess e over the mirrored one m is most deviations (ties: the nearer one):
/// e / sqrt(e + 2 m + 1), at least `sideDeviations`. It must hold e + m >= `sideWeight` points, be denser in excess than the R1 before it (of which
/// it has a sixth), and e >= `sideShare` of the points within 2/3 R1 of the branch, which must be at least `sideBusy`: a sparse line hides none. No
/// place of the network is nearer to its middle than .8 of that distance. How far off the line lies is the centre of the excess within R1 of that
/// middle, over `sideNear` stations to either side.
///  Lines: stations in a row, of which one may be left out, each at most 2/3 R1 nearer or farther than the one before, at least `sideShortest` and
/// `leaf` of them. The means of five distances are the places of its nodes. By the sum of deviations, the most first (ties: the first station, the
/// left side), lines leave out what lies within 4/3 R1 of another one. Each end is joined to the nearer end of the edge that is nearest to where it
/// points, 2 R1 ahead, within 3 R1 of that.
///  Nearest edges: of those that are as near as each other, as on the outer side of every bend, the one that nearer() of
/// compute/core/segment_search.h finds in the tree of all edges, branch after branch.
///  Nodes: still, with radius R1, the tangent of their line, and density and crest of the ball of radius `ball` R1, as other nodes have them.
/// Rings without a junction have no side lines. Where `sideLines` is off, nothing changes. Throws Cancelled.
using SideLinesFunction = SideLines (*)(const SideLinesInput&, const StageContext&);

/// Whether there may be any.
inline bool mayHaveSideLines(const SideLinesInput& in) { return in.rules.sideLines && !in.edges.empty() && in.points.size() > 0; }
/// None.
inline SideLines noSideLines(const SideLinesInput& in) { return {.added = {}, .edges = {in.edges.begin(), in.edges.end()}}; }

}  // namespace arete
