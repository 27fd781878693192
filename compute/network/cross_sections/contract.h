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
/// one or two neighbours: the super-points of nodes whose way to it is at most 1.5 times `sectionHalf` R1, if they lie within `sectionHalf` R1 along
/// the curve. A circle is fitted to them across the curve (fittedCircle). It is the wall of a body where its deviation is below `sectionRound`, and
/// the standard error of its centre below `sectionKnown`, of its radius. Every node then moves by the mean of the ways from node to centre, of the
/// nodes with such a circle at most kSectionEdges edges away; it stays where there are fewer than kFewestSections. Returns how many moved; where
/// `crossSections` is false none does. Throws Cancelled, after which the nodes must not be used.
using CrossSectionsFunction = uint32_t (*)(const CrossSectionsInput&, std::span<RidgeNode> nodes, const StageContext&);

inline constexpr int kSectionEdges = 3;
inline constexpr int kFewestSections = 3;

}  // namespace arete
