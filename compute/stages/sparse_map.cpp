#include "compute/stages/sparse_map.h"

#include <vector>

namespace arete {

/// Weight per length of a line whose kernel density, in the ball of `ball` · R around a place on it, is that of the node.
static double lineDensity(const RidgeNode& node, const NetworkRules& rules) {
  constexpr double kKernelLength = 16.0 / 15;  // integral of (1 - s^2)^2 from -1 to 1
  return node.density / (kKernelLength * rules.ball * node.radius);
}

bool isSparse(std::span<const RidgeNode> nodes, std::span<const Edge> edges, double r1, const NetworkRules& rules) {
  if (rules.sparseWeight == 0 || edges.empty()) return false;
  std::vector<double> densities(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) densities[i] = lineDensity(nodes[i], rules);
  double all = 0, sparse = 0;
  const auto add = [&](uint32_t node, double length) {
    const double density = densities[node], weight = density * length;
    all += weight;
    sparse += density * rules.sparseLength * r1 < rules.sparseWeight ? weight : 0;  // no branch: which nodes are sparse cannot be foretold
  };
  for (const Edge& edge : edges) {
    const double half = distance(nodes[edge.a].place, nodes[edge.b].place) / 2;
    add(edge.a, half), add(edge.b, half);
  }
  return sparse >= rules.sparseShare * all;
}

}  // namespace arete
