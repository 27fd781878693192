// thin.cpu.sequential: row 0 of its stage. The sharpest and densest node that is left is taken, and its surroundings are crossed out, of wires only
// what is of its own. Memory: a grid and a flag per node. Cost: a sort, and a ball for each one taken. Loses to rounds, as seeds does. Source:
// network, step 5; 3D, C 3.
#include <algorithm>
#include <functional>
#include <numeric>

#include "compute/network/graph/independent_set.h"
#include "compute/network/thin/contract.h"
#include "compute/network/thin/stands_for.h"

namespace arete::cpu {

/// Numbers of the nodes that are not lost, the sharpest and densest for their radius first; equal ones as they come.
static std::vector<uint32_t> clearestFirst(std::span<const RidgeNode> nodes) {
  std::vector<uint32_t> order(nodes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::erase_if(order, [&](uint32_t i) { return nodes[i].lost; });
  std::ranges::stable_sort(order, std::ranges::greater(), [&](uint32_t i) { return nodes[i].density * nodes[i].crest / nodes[i].radius; });
  return order;
}

std::vector<uint32_t> thinSequential(const ThinInput& in, const StageContext& context) {
  std::vector<shared::Vector3> places;
  double largest = in.r1;
  for (const RidgeNode& node : in.nodes) places.push_back(node.place), largest = std::max(largest, node.radius);
  const std::vector<uint32_t> order = clearestFirst(in.nodes);
  const double across = in.rules.wires ? in.r1 : 0, smallest = in.rules.wires ? in.r1 : in.rules.thinSpacing * in.r1;
  const auto reach = [&](uint32_t i) { return thinReach(in.nodes[i], in.r1, in.rules) + across; };
  const auto removes = [&](uint32_t i, uint32_t other) { return !in.rules.wires || isOfTheSameWire(in.nodes[i], in.nodes[other], in.r1, in.rules); };
  return independentSet(places, in.dimension, order, reach, smallest, in.rules.thinSpacing * (in.r1 + largest) + across, context, removes);
}

}  // namespace arete::cpu
