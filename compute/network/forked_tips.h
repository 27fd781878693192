// Where a curve ends, two short tips that fork: the ends of its noise to either side, of which one goes. A fork of true branches has longer ones.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "compute/network/node_graph.h"
#include "compute/stages/network_rules.h"

namespace arete {

/// The tip that goes at a junction of three branches: of two that are both shorter than `forkedTip` R, the one that turns more from the way there
/// (equally: the one over the lower node).
template <class Graph>
std::optional<Branch> forkedTip(const Graph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, uint32_t junction) {
  if (graph.degree(junction) != 3) return {};
  const double longest = rules.forkedTip * nodes[junction].radius;
  std::vector<Branch> tips;
  std::optional<shared::Vector3> onwards;  // of the third branch
  for (const uint32_t next : graph.neighbours(junction)) {
    Branch arm = branchAsFarAs(graph, nodes, junction, next, longest);
    if (graph.degree(arm.nodes.back()) == 1 && arm.length() < longest) tips.push_back(std::move(arm));
    else onwards = unit(nodes[junction].place - nodes[arm.nodes.back()].place);
  }
  if (tips.size() != 2 || !onwards) return {};
  const auto straightness = [&](const Branch& tip) { return dot(*onwards, unit(nodes[tip.nodes.back()].place - nodes[junction].place)); };
  return straightness(tips[1]) < straightness(tips[0]) ? tips[1] : tips[0];
}

/// Junction by junction, in rounds, until none is left: where one goes, a branch becomes longer. Whether any went.
template <class Graph>
bool removeForkedTips(Graph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules) {
  bool changed = false;
  for (bool anyWent = true; anyWent; changed = changed || anyWent) {
    anyWent = false;
    for (uint32_t node = 0; node < nodes.size(); ++node)
      if (const std::optional<Branch> tip = forkedTip(graph, nodes, rules, node)) remove(graph, *tip), anyWent = true;
  }
  return changed;
}

}  // namespace arete
