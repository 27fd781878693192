// Stage "twigs" of networks: what hangs on the network and is too short for nodes of its own becomes a branch. Beside a trunk the ridge shift draws
// the nodes of a short twig to the trunk; its points stay behind, and they show where it is.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct TwigsInput {
  const SuperPoints& points;
  NodesView nodes;
  std::span<const Edge> edges;  ///< ascending
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// A new end, to be joined to a node that has an edge.
struct Twig {
  uint32_t node;
  shared::Vector3 tip;
  friend bool operator==(const Twig&, const Twig&) = default;
};

/// The node at its end: of the local radius of the node where it begins, and still.
inline RidgeNode tipOf(const Twig& twig, const RidgeNode& node) {
  return {.place = twig.tip, .tangent = unit(twig.tip - node.place), .radius = node.radius, .still = true};
}

/// Super-points farther than `twigAway` · R1 from every edge are left over; chains of them, from one to the next at most `twigLink` · R1, hang
/// together. Of what hangs together the place that is nearest to a node with an edge, at most twigAway + twigLink R1 from it (ties: the lower
/// numbers), says which node the twig begins at. It leads on through the mean of the places, as far as they reach in that direction. It is one where
/// their weight is at least `twigWeight`, and at least `twigShare` of what the network has on as much length as the twig beyond twigAway · R1.
/// By the lowest super-point. A network with more than `twigDensest` points on R1 has none. Throws Cancelled.
using TwigsFunction = std::vector<Twig> (*)(const TwigsInput&, const StageContext&);

}  // namespace arete
