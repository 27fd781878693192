// Stage "cross_sections" of networks: nodes go to the middle of the body that they lie in. A ridge follows the points, and these lie on a wall: seen
// from one side, the ridge is on the wall too, and in a bend or beside another body off the middle. Source: none; the circle is Taubin's.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct CrossSectionsInput {
  const SuperPoints& points;
  RadiiView radii;              ///< 0 for strays, which are no wall
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// A super-point that is no stray belongs to its nearest node (ties: the lower index), if one is within `sectionSight` R1. The section of a node with
/// one or two neighbours: the super-points of nodes whose way to it is at most 1.5 times its half length, if they lie within its half length along
/// the curve. That is `sectionHalf` R1, or twice as much where fewer than kFewestOnTube are in it. A tube is fitted to them (robustTube). It is the
/// wall of a body where its radius is at most `sectionLargest` R1, its deviation below `sectionRound`, and the standard error of its centre below
/// `sectionKnown`, of its radius. The ways from nodes to their middles are known then, and of each node the mean of those at most kSectionEdges edges
/// away, where there are kFewestSections. A node goes its own way, if it is within `sectionAgrees` R1 of that mean, else the mean; without one it
/// stays. Returns how many moved; where `crossSections` is false none does. Throws Cancelled, after which the nodes must not be used.
using CrossSectionsFunction = uint32_t (*)(const CrossSectionsInput&, std::span<RidgeNode> nodes, const StageContext&);

inline constexpr int kSectionEdges = 3;
inline constexpr int kFewestSections = 3;

}  // namespace arete
