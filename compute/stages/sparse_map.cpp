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
  std::vector<double> lengths(nodes.size());
  for (const Edge& edge : edges) {
    const double half = distance(nodes[edge.a].place, nodes[edge.b].place) / 2;
    lengths[edge.a] += half, lengths[edge.b] += half;
  }
  double all = 0, sparse = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const double density = lineDensity(nodes[i], rules), weight = density * lengths[i];
    all += weight;
    if (density * rules.sparseLength * r1 < rules.sparseWeight) sparse += weight;
  }
  return sparse >= rules.sparseShare * all;
}

}  // namespace arete
