// polish.cpu.sequential: row 0 of its stage. New places are computed from the old ones, node by node.
// Memory: the graph, a grid and a place a node. Cost: for each node the super-points in its ball. Loses to a thread a node. Source: network, step 12.
#include "compute/cpu/network/kernel_look.h"
#include "compute/cpu/network/node_graph.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

using shared::Vector3;

static Vector3 betweenNeighbours(const RidgeNode& node, Vector3 one, Vector3 other, const KernelLook& look, const NetworkRules& rules) {
  const Vector3 smooth = node.place + ((one + other) * 0.5 - node.place) * rules.towardsNeighbours;
  const Vector3 direction = unit(one - other);
  if (squaredLength(direction) == 0) return smooth;  // nothing is across
  return smooth + across(look.view(smooth, rules.ball * node.radius).mean, direction) * rules.towardsRidge;
}

static Vector3 atJunction(const RidgeNode& node, std::span<const uint32_t> neighbours, std::span<const RidgeNode> nodes, const NetworkRules& rules) {
  Vector3 sum;
  for (const uint32_t other : neighbours) sum = sum + nodes[other].place;
  return node.place + (sum * (1.0 / double(neighbours.size())) - node.place) * rules.junctionTowards;
}

uint32_t polishSequential(const PolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  if (nodes.empty()) return 0;
  double smallest = nodes[0].radius, largest = smallest;
  for (const RidgeNode& node : nodes) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  const KernelLook look(in.points, in.rules.ball * smallest, in.rules.ball * largest);
  const NodeGraph graph(nodes.size(), in.edges);
  StopTicker tick(context);
  std::vector<Vector3> places(nodes.size());
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    tick();
    const auto around = graph.neighbours(i);
    places[i] = nodes[i].place;
    if (around.size() == 2) places[i] = betweenNeighbours(nodes[i], nodes[around[0]].place, nodes[around[1]].place, look, in.rules);
    else if (around.size() > 2) places[i] = atJunction(nodes[i], around, nodes, in.rules);
  }
  uint32_t went = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i) went += places[i] != nodes[i].place, nodes[i].place = places[i];
  return went;
}

}  // namespace arete::cpu
