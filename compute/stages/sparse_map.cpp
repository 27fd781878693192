#include "compute/stages/sparse_map.h"

namespace arete {

/// Weight per length of a line whose kernel density, in the ball of `ball` · R around a place on it, is that of the node.
static double lineDensity(const RidgeNode& node, const NetworkRules& rules) {
  constexpr double kKernelLength = 16.0 / 15;  // integral of (1 - s^2)^2 from -1 to 1
  return node.density / (kKernelLength * rules.ball * node.radius);
}

bool isSparse(std::span<const RidgeNode> nodes, std::span<const Edge> edges, double r1, const NetworkRules& rules) {
  if (rules.sparseWeight == 0 || edges.empty()) return false;
  double all = 0, sparse = 0;
  const auto add = [&](const RidgeNode& node, double length) {
    const double density = lineDensity(node, rules), weight = density * length;
    all += weight;
    if (density * rules.sparseLength * r1 < rules.sparseWeight) sparse += weight;
  };
  for (const Edge& edge : edges) {
    const RidgeNode &a = nodes[edge.a], &b = nodes[edge.b];
    const double half = distance(a.place, b.place) / 2;
    add(a, half), add(b, half);
  }
  return sparse >= rules.sparseShare * all;
}

}  // namespace arete
