#include "compute/network/typical_density.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace arete {

/// Weight per length of a line whose kernel density, in the ball of `ball` · R around a place on it, is that of the node.
static double lineDensity(const RidgeNode& node, const NetworkRules& rules) {
  constexpr double kKernelLength = 16.0 / 15;  // integral of (1 - s^2)^2 from -1 to 1
  return node.density / (kKernelLength * rules.ball * node.radius);
}

double typicalDensity(std::span<const RidgeNode> nodes, std::span<const Edge> edges, const NetworkRules& rules) {
  std::vector<double> lengths(nodes.size());
  for (const Edge& edge : edges) {
    const double half = distance(nodes[edge.a].place, nodes[edge.b].place) / 2;
    lengths[edge.a] += half, lengths[edge.b] += half;
  }
  std::vector<std::pair<double, double>> parts;  // density and weight
  double weight = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (lengths[i] == 0) continue;
    const double density = lineDensity(nodes[i], rules);
    parts.emplace_back(density, density * lengths[i]);
    weight += parts.back().second;
  }
  std::ranges::sort(parts);
  double sparser = 0;
  for (const auto& [density, here] : parts)
    if ((sparser += here) >= rules.typicalShare * weight) return density;
  return 0;
}

bool isSparse(std::span<const RidgeNode> nodes, std::span<const Edge> edges, double r1, const NetworkRules& rules) {
  return rules.sparseWeight > 0 && typicalDensity(nodes, edges, rules) * rules.sparseLength * r1 < rules.sparseWeight;
}

}  // namespace arete
