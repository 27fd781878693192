// Stage "witnesses" of networks: which pairs of nodes are joined according to the cloud. A place between two nodes supports their edge, and no other.
// Source: network, step 6; topology representing networks of Martinetz, Schulten 1994.
#pragma once

#include <span>

#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// For a pair of nodes, a < b: the weight of the super-points that support its edge.
struct Witness {
  uint32_t a, b;
  int64_t weight;
  friend auto operator<=>(const Witness&, const Witness&) = default;
};

struct Witnesses {
  std::vector<Witness> pairs;                ///< ascending, each pair once
  std::vector<int64_t> nearestTo;            ///< by node, the weight of the super-points that it is nearest to
  int64_t of(uint32_t a, uint32_t b) const;  ///< 0 where there is none; a < b
};

struct WitnessesInput {
  const SuperPoints& points;
  RadiiView radii;  ///< 0 for strays, which are no witnesses
  NodesView nodes;
  double r1;  ///< > 0
  const NetworkRules& rules;
};

/// Every super-point finds its nearest node, within `ball` · R, and the next one, within twice that (ties: the lower index). It counts for the
/// first one in nearestTo; and it is a witness of the pair where its projection onto the edge lies more than `middle` of the length from either node.
/// Throws Cancelled.
using WitnessesFunction = Witnesses (*)(const WitnessesInput&, const StageContext&);

}  // namespace arete
