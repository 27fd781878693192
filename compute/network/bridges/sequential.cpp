// bridges.cpu.sequential: row 0 of its stage. All that might be built are listed, and gone through shortest first.
// Memory: the graph, a grid of the nodes, the bridges that might be. Cost: a ball for each end, the branch of an end for each node in it, and a
// search of the ways for each that would close a loop. Loses to one thread per end where there are many. Source: network, step 11.
#include <algorithm>

#include "compute/network/bridges/bridge_builder.h"
#include "compute/network/bridges/contract.h"
#include "compute/network/look/ball_grid.h"

namespace arete::cpu {

static std::vector<Bridge> possibleBridges(const BridgesInput& in, const NodeGraph& graph, const StageContext& context) {
  std::vector<shared::Vector3> places;
  double largest = in.r1;
  for (const RidgeNode& node : in.nodes) places.push_back(node.place), largest = std::max(largest, node.radius);
  const double longest = std::max(in.rules.bridgeEnds, in.rules.bridgeNode);
  if (longest <= 0) return {};  // none are wanted
  const BallGrid grid(places, in.dimension, longest * in.r1, longest * largest, context);
  const auto direction = [&](uint32_t end) { return outwards(branchOfEnd(graph, in.nodes, end), in.nodes, kBridgeBehind); };
  std::vector<Bridge> all;
  for (uint32_t end = 0; end < in.nodes.size(); ++end) {
    if (graph.degree(end) != 1) continue;
    context.checkStop();
    grid.visitBall(places[end], longest * in.nodes[end].radius, [&](uint32_t node, double) {
      if (node == end || graph.degree(node) == 0) return;
      if (const auto found = bridgeBetween(in, graph, end, node, direction)) all.push_back(*found);
    });
  }
  std::ranges::sort(all);
  return all;
}

std::vector<Edge> bridgesSequential(const BridgesInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  return withBridges(possibleBridges(in, NodeGraph(in.nodes.size(), in.edges), context), in, context);
}

}  // namespace arete::cpu
