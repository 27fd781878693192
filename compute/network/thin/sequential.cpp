// thin.cpu.sequential: row 0 of its stage. The sharpest and densest node that is left is taken, and its surroundings are crossed out.
// Memory: a grid and a flag per node. Cost: a sort, and a ball for each one taken. Loses to rounds, as seeds does. Source: network, step 5.
#include "compute/network/graph/clearest_first.h"
#include "compute/network/graph/independent_set.h"
#include "compute/network/thin/contract.h"

namespace arete::cpu {

std::vector<uint32_t> thinSequential(const ThinInput& in, const StageContext& context) {
  std::vector<shared::Vector3> places;
  double largest = in.r1;
  for (const RidgeNode& node : in.nodes) places.push_back(node.place), largest = std::max(largest, node.radius);
  const std::vector<uint32_t> order = clearestFirst(in.nodes);
  const double spacing = in.rules.thinSpacing;
  const auto reach = [&](uint32_t i) { return spacing * (in.r1 + in.nodes[i].radius); };
  return independentSet(places, in.dimension, order, reach, spacing * in.r1, spacing * (in.r1 + largest), context);
}

}  // namespace arete::cpu
