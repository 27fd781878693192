// Stage "spanner" of networks: joins the nodes to a graph that is one piece wherever the ridge is, and closes loops only where the cloud supports
// them. Source: network, steps 7 and 8.
#pragma once

#include "compute/core/curve.h"
#include "compute/network/rules/network_graph.h"
#include "compute/network/witnesses/contract.h"

namespace arete {

struct SpannerInput {
  const SuperPoints& points;
  NodesView nodes;             ///< no two in one place
  const Witnesses& witnesses;  ///< of these nodes
  double r1;                   ///< > 0
  const NetworkRules& rules;

  shared::LoopEvidence evidence() const {
    return {rules.loopWitnesses, rules.endWitnesses, rules.poissonDeviations, rules.poissonOffset, rules.poissonShare, rules.poissonLesserEnd};
  }
};

ARETE_HD shared::EdgeEnd edgeEnd(const RidgeNode& node) { return {node.place, node.tangent, node.density, node.radius}; }

/// Edges, ascending. Candidates are the pairs within `reach` times the greater R, except those with a gap: the least kernel density at 1/3, 1/2 and
/// 2/3 of the way below `dipRefused` of the lesser density at the ends (the ball of the lesser R). They are gone through by cost, then by indices;
/// cost = length · (2 - |cos| |cos| of the angles with both tangents) · (1 + what is missing of that share to 1) / sqrt(R1 · the lesser density / R).
/// One that joins two pieces is taken. One that closes a loop is taken where
///  a. its witnesses weigh at least `loopWitnesses`, or `endWitnesses` where both nodes are ends;
///  b. w + `poissonDeviations` sqrt(w) + `poissonOffset` >= `poissonShare` · length · linear density, w the weight of its witnesses;
///     the linear density is that of the denser node, or of the sparser one:
///     its points over the length of its edges, including this one;
///  c. the way round along the edges so far, each over the mean R of its nodes, is at least `girth` minus its own length.
/// Throws Cancelled.
using SpannerFunction = std::vector<Edge> (*)(const SpannerInput&, const StageContext&);

}  // namespace arete
