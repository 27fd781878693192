#include "compute/network/ridge_shift/contract.h"

namespace arete {

std::vector<RidgeNode> ridgeNodes(const SuperPoints& points, std::span<const double> radii, std::span<const uint32_t> seeds) {
  std::vector<RidgeNode> nodes;
  nodes.reserve(seeds.size());
  for (const uint32_t seed : seeds) nodes.push_back(ridgeNode(points, radii, seed));
  return nodes;
}

}  // namespace arete
