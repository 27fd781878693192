#include "compute/network/ends/fading_tips.h"

#include <algorithm>
#include <cmath>

#include "compute/network/graph/node_graph.h"

namespace arete {

static double linearDensity(const RidgeNode& node) { return node.density / node.radius; }

/// The higher one of an even number: what hangs on a junction by one edge is compared with that.
static double typicalDensity(const Branch& branch, std::span<const RidgeNode> nodes) {
  std::vector<double> densities;
  for (const uint32_t node : branch.nodes) densities.push_back(linearDensity(nodes[node]));
  const auto middle = densities.begin() + ptrdiff_t(densities.size() / 2);
  std::ranges::nth_element(densities, middle);
  return *middle;
}

/// How many nodes lie beyond the end of the branch.
static size_t fadingNodes(const Branch& branch, std::span<const RidgeNode> nodes, const NetworkRules& rules) {
  const double bound = rules.fadingShare * typicalDensity(branch, nodes);
  const auto fades = [&](uint32_t i) {
    const double density = nodes[i].density;  // of few points it says little
    return density + rules.fadingDeviations * std::sqrt(density) + rules.fadingOffset < bound * nodes[i].radius;
  };
  return size_t(std::ranges::find_if_not(branch.nodes, fades) - branch.nodes.begin());
}

std::vector<Edge> withoutFadingTips(std::span<const RidgeNode> nodes, std::span<const Edge> edges, const NetworkRules& rules) {
  std::vector<Edge> left(edges.begin(), edges.end());
  if (rules.fadingShare == 0 || edges.empty()) return left;
  const ShrinkingGraph graph(nodes.size(), edges);
  ShrinkingGraph cut = graph;
  for (uint32_t end = 0; end < nodes.size(); ++end) {
    if (graph.degree(end) != 1) continue;
    const double sight = rules.fadingSight * nodes[end].radius;
    const Branch branch = branchAsFarAs(graph, nodes, end, graph.neighbours(end)[0], sight);
    const size_t fading = fadingNodes(branch, nodes, rules), kept = graph.degree(branch.nodes.back()) == 1 ? 2 : 1;  // a piece keeps an edge
    if (fading > 0 && fading + kept <= branch.nodes.size()) remove(cut, partOf(branch, 0, fading));
  }
  return cut.edges();
}

}  // namespace arete
