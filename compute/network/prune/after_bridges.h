// Prune once gaps are closed: no end waits for another there, so a short leaf is noise. It is measured in R1: where points are few, nodes look
// farther than noise spreads, and true leaves are no longer than that. Source: network, step 11.
#pragma once

#include <vector>

#include "compute/network/prune/contract.h"
#include "compute/network/rules/network_rules.h"

namespace arete {

/// What prune is asked then. It must outlive the input.
class AfterBridges {
 public:
  /// `r1` > 0; `rules.bridgedLeaf` > 0.
  AfterBridges(std::span<const RidgeNode> nodes, double r1, const NetworkRules& rules) : nodes_(nodes.begin(), nodes.end()), rules_(rules) {
    for (RidgeNode& node : nodes_) node.radius = r1;
    rules_.leaf = rules.bridgedLeaf;
  }
  PruneInput input(std::span<const Edge> edges) const { return {nodes_, edges, rules_}; }

 private:
  std::vector<RidgeNode> nodes_;
  NetworkRules rules_;
};

}  // namespace arete
