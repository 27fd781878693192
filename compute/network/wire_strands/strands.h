// The strands of a graph in which no node has more than two neighbours, and where their ends point.
#pragma once

#include <algorithm>

#include "compute/network/graph/node_graph.h"

namespace arete {

/// Each once, from its lower end; by that end. Rings have none.
inline std::vector<Branch> strandsOf(const NodeGraph& graph, std::span<const RidgeNode> nodes) {
  std::vector<Branch> strands;
  for (uint32_t end = 0; end < nodes.size(); ++end)
    if (graph.degree(end) == 1 && otherEnd(graph, end, graph.neighbours(end)[0]).node > end) strands.push_back(branchOfEnd(graph, nodes, end));
  return strands;
}

/// Where the strand would go on before the node of this number in it, seen over the length that the rules say, or over all that is left of it.
inline shared::Vector3 pointsTo(const Branch& strand, std::span<const RidgeNode> nodes, double r1, const NetworkRules& rules, size_t first = 0) {
  const double tail = std::max(rules.wireTail * r1, rules.wireTailRadii * nodes[strand.nodes[first]].radius);
  size_t behind = first + 1;
  while (behind + 1 < strand.nodes.size() && strand.along[behind] - strand.along[first] < tail) ++behind;
  return unit(nodes[strand.nodes[first]].place - nodes[strand.nodes[behind]].place);
}

}  // namespace arete
