#include "compute/stages/ridge_shift.h"

namespace arete {

std::vector<RidgeNode> ridgeNodes(const SuperPoints& points, std::span<const double> radii, std::span<const uint32_t> seeds) {
  std::vector<RidgeNode> nodes(seeds.size());
  for (size_t i = 0; i < seeds.size(); ++i) nodes[i].place = points.places[seeds[i]], nodes[i].radius = radii[seeds[i]];
  return nodes;
}

}  // namespace arete
